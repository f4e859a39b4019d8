const { DebugAdapterExecutable, debug, window, workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

exports.activate = (context) => {
  const command = workspace.getConfiguration('moraine').get('command')
  context.subscriptions.push(
    debug.registerDebugAdapterDescriptorFactory('moraine', { createDebugAdapterDescriptor: () => new DebugAdapterExecutable(command, ['dap']) }),
    // F5 without a launch.json: the scenario that the cursor is in.
    debug.registerDebugConfigurationProvider('moraine', {
      resolveDebugConfiguration: (_folder, config) => {
        const editor = window.activeTextEditor
        if (config.type || editor?.document.languageId !== 'moraine') return config
        return { type: 'moraine', request: 'launch', name: 'Scenario', program: editor.document.fileName, line: editor.selection.active.line + 1 }
      },
    }),
  )
  client = new LanguageClient('moraine', 'Moraine', { command, args: ['lsp'] }, { documentSelector: [{ language: 'moraine' }] })
  return client.start()
}

exports.deactivate = () => client?.stop()
