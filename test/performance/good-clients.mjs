// Thread of a load: clients that each send one sound document after the other, at their own pace, and tell of every answer.
import { Agent, request as httpRequest } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { port, addresses, bodies, everyMilliseconds } = workerData
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const began = performance.now()
let stopped = false
parentPort.on('message', () => {
  stopped = true
})

function validate(localAddress, agent, body) {
  const started = performance.now()
  return new Promise((done) => {
    const end = (status, text = '') =>
      done({ status, body: text, milliseconds: performance.now() - started, at: started - began, from: localAddress })
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const options = { host: '127.0.0.1', port, path: '/validate', method: 'POST', headers, localAddress, agent, timeout: 60_000 }
    const request = httpRequest(options, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => end(answer.statusCode, Buffer.concat(parts).toString()))
      answer.on('error', (error) => end(error.code ?? 'error'))
    })
    request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'timeout' })))
    request.on('error', (error) => end(error.code ?? error.message))
    request.end(body)
  })
}

async function client(address) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let number = 0; !stopped; number++) {
    const answer = await validate(address, agent, Buffer.from(bodies[number % bodies.length]))
    parentPort.postMessage(answer)
    await pause(Math.max(1, everyMilliseconds - answer.milliseconds))
  }
  agent.destroy()
}

await Promise.all(addresses.map(client))
parentPort.close()
