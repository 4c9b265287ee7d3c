#!/usr/bin/env node
// Good clients beside poison, junk, silent and half-open ones, on the ports of validation and of capsules at once; then SIGTERM while all of them are connected.
// Shows that strangers lock nobody out: every good request is answered, with 503 while documents that need much work hold the workers, memory stays flat, and the
// process ends in time.
//
//   npm run build && node --import ./test/support/register-typescript.js test/performance/mixed-load.mjs [--seconds 600]
//
// Every kind of client has loopback addresses of its own, because limits count by address. Bodies are made before, and the good clients of validation have a
// thread of their own, so that the times are those of the service. Exits with 1 when a good request is neither answered nor closed within 60 s, when an answer is
// wrong, when no good document is served, when a stored capsule is lost, and when the process does not end in time.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { freshKey, makeCapsulePki, rsaPublicKeyOf, writeCapsuleFiles } from '../support/capsule-pki.ts'
import { freePort, startService } from '../support/run-service.mjs'
import { poisonDocuments } from './poison-documents.ts'
import { soakDocument } from './soak-documents.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const addresses = {
  good: ['127.0.0.1', '127.0.1.1'],
  poison: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `127.0.2.${n}`),
  junk: '127.0.3.1',
}
const strangers = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `127.0.4.${n}`)

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } })
const seconds = Number(values.seconds)

const folder = mkdtempSync(join(tmpdir(), 'mixed-load-'))
const pki = makeCapsulePki()
const client = pki.client({ key: freshKey('recipient', 'RSA') })
const { env: capsuleEnv, tls } = writeCapsuleFiles(folder, pki, client)
const fixture = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
const [port, capsulePort] = [await freePort(), await freePort()]
const service = await startService({
  root,
  env: {
    ALLKIRI_SERVICES: 'validation,capsules',
    ALLKIRI_PORT: String(port),
    ALLKIRI_TRUST: join(root, 'fixtures', fixture.trust),
    ALLKIRI_DATA: join(folder, 'data'),
    ALLKIRI_CAPSULES_POST_PORT: String(capsulePort),
    ...capsuleEnv,
    ALLKIRI_LOG_LEVEL: 'error',
  },
})

/** @returns {Promise<{ status: number | string, body: string, location: string | undefined, milliseconds: number }>} */
function ask(options, body) {
  const started = performance.now()
  return new Promise((done) => {
    const end = (status, text = '', location = undefined) =>
      done({ status, body: text, location, milliseconds: performance.now() - started })
    const send = options.ca === undefined ? httpRequest : httpsRequest
    const request = send({ host: '127.0.0.1', timeout: 60_000, ...options }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => end(answer.statusCode, Buffer.concat(parts).toString(), answer.headers.location))
      answer.on('error', (error) => end(error.code ?? 'error'))
    })
    request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'timeout' })))
    request.on('error', (error) => end(error.code ?? error.message))
    request.end(body)
  })
}

const tallies = new Map()
function count(kind, status, milliseconds) {
  const tally = tallies.get(kind) ?? { statuses: {}, times: [] }
  tallies.set(kind, tally)
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  tally.times.push(milliseconds)
}
const wrong = []
const stop = new AbortController()

async function repeat(every, turn) {
  for (let number = 0; !stop.signal.aborted; number++) {
    const started = performance.now()
    await turn(number)
    await pause(Math.max(1, every - (performance.now() - started)))
  }
}

const postJson = { path: '/validate', method: 'POST', headers: { 'content-type': 'application/json' } }
const validateFrom = (localAddress, agent, body) => ask({ ...postJson, port, localAddress, agent }, body)
const bodyOf = (filename, documentType, document) => Buffer.from(JSON.stringify({ filename, documentType, document }))

const sound = Array.from({ length: 50 }, (_, number) => bodyOf('hea.asice', 'BDOC', soakDocument(number, 'sound').bytes.toString('base64')))
/** What a good client may get beside an answer: it asks again, perhaps another instance. */
const mayRefuse = /^(503|ECONNRESET|EPIPE|socket hang up)$/
/** Good times with the moment at which they began, in milliseconds since the first request. */
const timeline = []
async function goodValidations() {
  const clients = new Worker(new URL('good-clients.mjs', import.meta.url), {
    workerData: { port, addresses: addresses.good, bodies: sound, everyMilliseconds: 200 },
  })
  clients.on('message', ({ status, body, milliseconds, at }) => {
    count('good validation', status, milliseconds)
    timeline.push({ at, milliseconds })
    if (status === 200 ? JSON.parse(body).validSignaturesCount !== 1 : !mayRefuse.test(status))
      wrong.push(`validation: ${status} ${body.slice(0, 200)}`)
  })
  await new Promise((done) => stop.signal.addEventListener('abort', done))
  clients.postMessage('stop')
  await new Promise((done) => clients.once('exit', done))
}

const capsules = []
async function goodCapsules(localAddress) {
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: 1, ...tls })
  const recipient = rsaPublicKeyOf(client.key).toString('base64')
  await repeat(200, async (number) => {
    const material = randomBytes(24).toString('base64')
    const body = JSON.stringify({ recipient_id: recipient, ephemeral_key_material: material, capsule_type: 'rsa' })
    const to = { port: capsulePort, localAddress, agent, ...tls }
    const stored = await ask({ ...to, path: '/key-capsules', method: 'POST', headers: { 'content-type': 'application/json' } }, body)
    count('good capsule POST', stored.status, stored.milliseconds)
    if (mayRefuse.test(stored.status)) return
    if (stored.status !== 201) {
      wrong.push(`capsule ${number}: ${stored.status} ${stored.body.slice(0, 200)}`)
      return
    }
    capsules.push({ path: stored.location, material })
    const some = capsules[Math.floor(Math.random() * capsules.length)]
    const handed = await ask({ ...to, path: some.path })
    count('good capsule GET', handed.status, handed.milliseconds)
    if (mayRefuse.test(handed.status)) return
    if (handed.status !== 200 || !handed.body.includes(some.material)) wrong.push(`capsule ${some.path}: ${handed.status}`)
  })
  agent.destroy()
}

const poison = poisonDocuments().map(({ documentType, document }) => bodyOf('mürk.bin', documentType, document))
const poisonous = (localAddress, offset) =>
  repeat(0, async (number) => {
    const answer = await validateFrom(localAddress, undefined, poison[(number + offset) % poison.length])
    count('poison', answer.status, answer.milliseconds)
    if (answer.status !== 200 && answer.status !== 400 && answer.status !== 503)
      wrong.push(`poison: ${answer.status} ${answer.body.slice(0, 200)}`)
  })

const junk = () =>
  repeat(20, async (number) => {
    const document = randomBytes(20_000).toString('base64')
    const answer =
      number % 2 === 0
        ? await validateFrom(addresses.junk, undefined, bodyOf('a.bdoc', 'BDOC', document))
        : await ask({ ...tls, port: capsulePort, localAddress: addresses.junk, path: '/key-capsules', method: 'POST' }, document)
    count('junk', answer.status, answer.milliseconds)
  })

const beginnings = [
  '',
  'POST /validate HTTP/1.1\r\nHost: a\r\n',
  'POST /validate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"document":"',
  Buffer.from('160301020001000', 'hex'),
  randomBytes(100),
]
/** Opens connections and leaves them open; those that the service closes are opened again. */
async function silent(localAddress) {
  const open = new Set()
  let number = 0
  await repeat(50, async () => {
    while (open.size < 40) {
      const to = number % 2 === 0 ? port : capsulePort
      const socket = connect({ host: '127.0.0.1', port: to, localAddress })
      const beginning = beginnings[number % beginnings.length]
      number += 1
      open.add(socket)
      socket.on('connect', () => beginning.length > 0 && socket.write(beginning))
      socket.on('data', () => undefined)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
      await pause(5)
    }
  })
  tallies.set('silent or half-open connections', {
    statuses: { opened: (tallies.get('silent or half-open connections')?.statuses.opened ?? 0) + number },
    times: [],
  })
}

function resident() {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.process.pid}/status`, 'latin1'))[1]) / 1024
}

const memory = []
const goodOnes = [goodValidations(), goodCapsules(addresses.good[0])]
const clients = [...goodOnes, ...addresses.poison.map(poisonous), junk(), ...strangers.map(silent)]
const began = performance.now()
while (performance.now() - began < seconds * 1000) {
  await pause(1_000)
  memory.push(resident())
  if (memory.length % 30 === 0)
    console.log(`${memory.length} s: ${resident().toFixed(0)} MB, ${wrong.length} wrong, ${capsules.length} capsules`)
}
const halves = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)].map((half) => Math.max(...half))
stop.abort()
// The good clients get their last answers. Silent connections stay open while the service is told to end.
await Promise.allSettled(goodOnes)
const told = performance.now()
await service.stop()
const ended = performance.now() - told
await Promise.allSettled(clients)
rmSync(folder, { recursive: true, force: true })

for (const [kind, { statuses, times }] of tallies) {
  const sorted = times.sort((a, b) => a - b)
  const at = (part) =>
    sorted.length === 0 ? '-' : `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)} ms`
  console.log(`${kind}: ${JSON.stringify(statuses)}; median ${at(0.5)}, 99 % ${at(0.99)}, slowest ${at(1)}`)
}
for (const [name, part] of [
  ['in the first 25 s', timeline.filter(({ at }) => at < 25_000)],
  ['later', timeline.filter(({ at }) => at >= 25_000)],
]) {
  const times = part.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  if (times.length > 0)
    console.log(
      `good validations ${name}: ${times.length}, median ${times[times.length >> 1].toFixed(0)} ms, slowest ${times.at(-1).toFixed(0)} ms`,
    )
}
console.log(`memory: at most ${halves.map((half) => half.toFixed(0)).join(' MB in the first half, ')} MB in the second`)
console.log(`ended ${(ended / 1000).toFixed(1)} s after SIGTERM, exit status ${service.process.exitCode}`)
for (const line of wrong.slice(0, 20)) console.log(line)
const served = tallies.get('good validation')?.statuses[200] ?? 0
const inTime = service.process.exitCode === 0 && ended < 15_000
process.exit(wrong.length > 0 || served === 0 || !inTime ? 1 : 0)
