#!/usr/bin/env node
// Ten times as many clients as one worker serves: does everybody get an answer or a closed connection, does memory stay bounded, and is the service itself again
// afterwards? How much of the throughput is left for sound documents is shown and decides nothing: a document may hold a worker until its time limit.
//
//   npm run build && node --import ./test/support/register-typescript.js test/performance/overload.mjs [--seconds 600] [--served N] [--root FOLDER]
//
// First some clients measure what is served when nobody has to wait (or --served says it). Then clients come that together send ten times as much: eight of ten send sound documents, one sends junk, one a document that asks for much work. Each has a loopback address of its own. `--root` takes
// another build, so that the same load can be put on the release before. Exits with 1 when a request is neither answered nor closed within 60 s, when an answer is wrong, when memory is not
// bounded, and when a new client is not served afterwards.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort, startService } from '../support/run-service.mjs'
import { poisonDocuments } from './poison-documents.ts'
import { soakDocument } from './soak-documents.ts'

const own = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    served: { type: 'string' },
    root: { type: 'string', default: own },
    megabytes: { type: 'string', default: '600' },
  },
})
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const bodyOf = (documentType, bytes) =>
  Buffer.from(JSON.stringify({ filename: 'hea.bin', documentType, document: Buffer.from(bytes).toString('base64') }))
const sound = Array.from({ length: 50 }, (_, number) => bodyOf('BDOC', soakDocument(number, 'sound').bytes))
const junk = Array.from({ length: 10 }, () => bodyOf('BDOC', randomBytes(20_000)))
const poison = poisonDocuments().map(({ documentType, document }) => bodyOf(documentType, Buffer.from(document, 'base64')))
const kinds = { sound, junk, poison }

const fixture = JSON.parse(readFileSync(join(own, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
const port = await freePort()
const service = await startService({
  root: resolve(values.root),
  env: {
    ALLKIRI_PORT: String(port),
    ALLKIRI_TRUST: join(own, 'fixtures', fixture.trust),
    ALLKIRI_WORKERS: '1',
    ALLKIRI_LOG_LEVEL: 'error',
  },
})

function ask(body, localAddress, agent) {
  const started = performance.now()
  return new Promise((done) => {
    const end = (status, passes = false) => done({ status, passes, milliseconds: performance.now() - started })
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const to = { host: '127.0.0.1', port, path: '/validate', method: 'POST', headers, localAddress, agent, timeout: 60_000 }
    const request = httpRequest(to, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => end(answer.statusCode, Buffer.concat(parts).includes('"validSignaturesCount":1')))
      answer.on('error', (error) => end(error.code ?? 'error'))
    })
    request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'timeout' })))
    request.on('error', (error) => end(error.code ?? error.message))
    request.end(body)
  })
}

const resident = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.process.pid}/status`, 'latin1'))[1]) / 1024

async function client(number, kind, every, signal, tell) {
  const address = `127.${10 + (number >> 16)}.${(number >> 8) & 255}.${1 + ((number & 255) % 254)}`
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // Not all at the same moment.
  await pause((number * 7_919) % Math.max(1, every))
  for (let sent = number; !signal.aborted; sent++) {
    const bodies = kinds[kind]
    const answer = await ask(bodies[sent % bodies.length], address, agent)
    tell(kind, answer)
    await pause(Math.max(1, every - answer.milliseconds))
  }
  agent.destroy()
}

const numbersOf = (tallies) =>
  Object.entries(tallies)
    .flatMap(([kind, answers]) => Object.entries(answers).map(([status, times]) => `${kind} ${status}: ${times.length}`))
    .join(', ')

/** So many clients, for so many seconds. The last answers come after it. */
async function load(numbers, kindOf, every, seconds) {
  const stop = new AbortController()
  const tallies = {}
  const tell = (kind, { status, passes, milliseconds }) => {
    tallies[kind] ??= {}
    const name = status === 200 && kind === 'sound' && !passes ? 'wrong verdict' : status
    tallies[kind][name] ??= []
    tallies[kind][name].push(milliseconds)
  }
  const clients = Array.from({ length: numbers }, (_, number) => client(number, kindOf(number), every, stop.signal, tell))
  const memory = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    await pause(500)
    memory.push(resident())
    if (memory.length % 120 === 0)
      console.log(`${memory.length / 2} s: ${numbersOf(tallies)}; ${Math.max(...memory).toFixed(0)} MB at most`)
  }
  const took = (performance.now() - began) / 1_000
  stop.abort()
  const served = (tallies.sound?.[200] ?? []).length / took
  return { clients, tallies, served, peak: Math.max(...memory) }
}

const warm = await load(4, () => 'sound', 0, 4)
await Promise.all(warm.clients)
const alone = await load(4, () => 'sound', 0, 10)
await Promise.all(alone.clients)
const rest = resident()
// As many as have room among the connections of the service, and so often that together they send ten times as much as was served.
const wanted = 10 * (values.served === undefined ? alone.served : Number(values.served))
const numbers = Math.min(900, Math.round(wanted))
const every = (numbers / wanted) * 1_000
console.log(
  `served alone: ${alone.served.toFixed(1)} sound documents a second; ${rest.toFixed(0)} MB; now ${numbers} clients, a request of each every ${every.toFixed(0)} ms or as soon as the last one is answered`,
)

const over = await load(
  numbers,
  (number) => (number % 10 === 8 ? 'junk' : number % 10 === 9 ? 'poison' : 'sound'),
  1_000,
  Number(values.seconds),
)
// They still wait for their last answers; somebody new comes.
const left = performance.now()
const first = await ask(sound[0], '127.9.0.1')
await Promise.all(over.clients)
const emptied = performance.now() - left
const calm = []
for (let number = 0; number < 10; number++) calm.push(await ask(sound[number], '127.9.0.2'))
await pause(15_000)
const after = resident()
await service.stop()

console.log('| Sent | Answer | Number | Median | 95 % | 99 % | Slowest |\n|---|---|---|---|---|---|---|')
for (const [kind, answers] of Object.entries(over.tallies))
  for (const [status, times] of Object.entries(answers)) {
    times.sort((a, b) => a - b)
    const at = (part) => `${(times[Math.min(times.length - 1, Math.floor(times.length * part))] / 1_000).toFixed(2)} s`
    console.log(`| ${kind} | ${status} | ${times.length} | ${[0.5, 0.95, 0.99, 1].map(at).join(' | ')} |`)
  }
const share = over.served / alone.served
console.log(`sound documents served: ${over.served.toFixed(1)} a second, ${(share * 100).toFixed(0)} % of those without overload`)
console.log(`memory: ${rest.toFixed(0)} MB before, at most ${over.peak.toFixed(0)} MB, ${after.toFixed(0)} MB 15 s after`)
console.log(
  `after the last request: a new client is answered (${first.status}) in ${(first.milliseconds / 1_000).toFixed(2)} s, all have their answer after ${(emptied / 1_000).toFixed(2)} s; then a document takes ${Math.max(...calm.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms at most`,
)
// A closed connection is an answer of a kind: the client asks again, perhaps another instance.
const expected = /^(200|400|503|ECONNRESET|EPIPE|socket hang up)$/
const missing = Object.values(over.tallies).flatMap((answers) => Object.keys(answers).filter((status) => !expected.test(status)))
if (missing.length > 0) console.log(`not answered, or wrong: ${missing.join(', ')}`)
const isItself = expected.test(first.status) && calm.every(({ status }) => status === 200)
process.exit(missing.length > 0 || over.peak > Number(values.megabytes) || !isItself ? 1 : 0)
