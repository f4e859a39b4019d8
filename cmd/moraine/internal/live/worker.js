// The worker. Its first message is the compiled program; then it answers messages of JSON-RPC, which are texts.
let ready
const started = new Promise((resolve) => { ready = resolve })
self.moraineReady = () => ready()
self.moraineProgress = (done, of) => postMessage({ done, of })
onmessage = async ({ data }) => {
  const ended = (why) => postMessage({ ended: String(why || "it stopped") })
  if (!(data instanceof WebAssembly.Module)) {
    try { return postMessage({ answer: await self.moraine(data) }) } catch (why) { return ended(why) } // its stack overflowed
  }
  const go = new Go()
  WebAssembly.instantiate(data, go.importObject).then((program) => go.run(program)).then(() => ended(), ended)
  await started
  postMessage({ ready: true })
}
