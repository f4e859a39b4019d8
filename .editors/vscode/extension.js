const { workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

exports.activate = () => {
  const command = workspace.getConfiguration('moraine').get('command')
  client = new LanguageClient('moraine', 'Moraine', { command, args: ['lsp'] }, { documentSelector: [{ language: 'moraine' }] })
  return client.start()
}

exports.deactivate = () => client?.stop()
