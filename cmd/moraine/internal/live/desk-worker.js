// The worker of a match. Its first message has the compiled program, and the files of a match to continue; then it answers
// messages of JSON-RPC, which are texts. A file that the reader saves leaves it as a Blob.
let ready
const started = new Promise((resolve) => { ready = resolve })
self.moraineReady = () => ready()
self.moraineTell = (event) => postMessage({ event: JSON.parse(event) })
self.moraineSaved = (saved) => postMessage({ saved })
onmessage = async ({ data }) => {
  const ended = (why) => postMessage({ ended: String(why || "it stopped") })
  if (typeof data === "string") {
    let answer
    try { answer = JSON.parse(await self.moraine(data)) } catch (why) { return ended(why) } // its stack overflowed
    if (answer.result?.name) {
      answer.file = new Blob([answer.result.text], { type: "text/plain" })
      answer.result.text = ""
    }
    return postMessage({ answer })
  }
  if (data.saved) await self.moraineRestore(data.saved)
  const go = new Go()
  WebAssembly.instantiate(data.module, go.importObject).then((program) => go.run(program)).then(() => ended(), ended)
  await started
  postMessage({ ready: true })
}
