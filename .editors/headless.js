// Tests the extension in a VS Code with a browser as its screen: node headless.js ADDRESS FOLDER, with a folder made by moraine init shore.
const puppeteer = require('puppeteer-core')
const { readFileSync } = require('fs')

const [address, folder] = process.argv.slice(2)
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

async function main() {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'], protocolTimeout: 300000 })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  const press = async (...keys) => { // at once
    for (const k of keys) await page.keyboard.down(k)
    for (const k of keys.reverse()) await page.keyboard.up(k)
    await pause(800)
  }
  const type = async (text) => { await page.keyboard.type(text, { delay: 40 }); await pause(1500) }
  const texts = (selector) => page.$$eval(selector, (all) => all.map((x) => x.textContent))
  const shows = async (what, selector, want) => { // within a minute
    let last = []
    for (let i = 0; i < 60; i++, await pause(1000)) {
      last = (await texts(selector)).map((t) => t.replaceAll('\u00a0', ' '))
      if (last.some((t) => t.includes(want))) return console.log('ok  ', what)
    }
    await page.screenshot({ path: 'failed.png' })
    throw new Error(`${what}: ${want} is not among ${JSON.stringify(last)}`)
  }
  const command = async (name) => { await press('F1'); await type(name); await press('Enter'); await pause(1500) }
  const open = async (file, text) => {
    const line = readFileSync(`${folder}/${file}`, 'utf8').split('\n').findIndex((l) => l.includes(text)) + 1
    const payload = [['openFile', `vscode-remote://${new URL(address).host}${folder}/${file}:${line}:1`], ['gotoLineMode', 'true']]
    await page.goto(`${address}/?folder=${folder}&payload=${encodeURIComponent(JSON.stringify(payload))}`, { timeout: 120000 })
    await page.waitForSelector('.view-line', { timeout: 120000 })
    await pause(8000)
  }

  await open('cards/shore/turn.yaml', '- call: dig')
  await press('End')
  await type('x')
  await command('View: Focus Problems')
  await shows('an error as one types', '.markers-panel .monaco-list-row', 'there is no procedure "digx"')
  await command('View: Focus Active Editor Group')
  await press('Control', '.')
  await shows('a quick fix', '.action-widget .monaco-list-row', 'Change to dig')
  await press('Enter')
  await shows('what was meant', '.view-line', '- call: dig')

  await press('Control', 'Enter')
  await type('- ')
  await press('Control', 'Space')
  await shows('completion', '.suggest-widget .monaco-list-row', 'choose')
  await press('Escape')
  await press('Control', 'Shift', 'k')
  await pause(3000) // VS Code saves the file automatically

  await open('scenarios/shore/turn.yaml', '- ann: dig')
  await shows('a lens', '.codelens-decoration', 'run')
  await press('F5')
  await shows('the debugger', '.debug-call-stack .monaco-list-row', 'turn')
  await press('F10')
  await shows('what lies where', '.debug-variables .monaco-list-row', 'bucket =')
  await browser.close()
}

main().catch((err) => { console.error(String(err)); process.exit(1) })
