// The worker. Its first message is the compiled program; then it answers messages of JSON-RPC, which are texts.
let ready
const started = new Promise((resolve) => { ready = resolve })
self.moraineReady = () => ready()
self.moraineProgress = (done, of) => postMessage({ done, of })
onmessage = async ({ data }) => {
  if (!(data instanceof WebAssembly.Module)) return postMessage({ answer: await self.moraine(data) })
  const go = new Go()
  const ended = (why) => postMessage({ ended: String(why || "it stopped") })
  WebAssembly.instantiate(data, go.importObject).then((program) => go.run(program)).then(() => ended(), ended)
  await started
  postMessage({ ready: true })
}
