// Measures the capsule service over TLS: durable POST, GET over mutual TLS, new connections, memory, and the same with a full store.
// node test/performance/capsules.mjs [--seconds 10] [--connections 8] [--rounds 1] [--capsules 1000000] [--store embedded|postgresql]
// Build first. The load generator shares the machine, so each round measures a floor besides: a bare TLS server of the same runtime that reads the body and
// answers, and bare commits of as many rows as there are connections. Ratios can be compared between machines and runs, absolute figures cannot. With
// --capsules a second service has that many more in its store; both are measured in turns, so that whatever else the machine does meets both.
import { execFileSync, fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import Database from 'libsql'
import '../support/register-typescript.js'
import { freePort, startService } from '../support/run-service.mjs'

if (process.env.CAPSULE_BENCH_FLOOR !== undefined) await serveFloor(JSON.parse(process.env.CAPSULE_BENCH_FLOOR))

const { certificatePem, freshKey, keyPem, makeCapsulePki, pointOf } = await import('../support/capsule-pki.ts')
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '1' },
    capsules: { type: 'string', default: '0' },
    store: { type: 'string', default: 'embedded' },
  },
})
const duration = Number(values.seconds)
const connections = Number(values.connections)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'capsule-bench-'))
// A handshake is little else than signatures; those of P-384, as on ID cards, cost ten times as much, for the generator as well.
const pki = makeCapsulePki('P-256')
const client = pki.client({ key: freshKey('client', 'P-256') })
const database = values.store === 'postgresql' ? await startDatabase() : null

mkdirSync(join(folder, 'authorities'))
writeFileSync(join(folder, 'authorities/issuing.pem'), certificatePem(pki.issuing))
writeFileSync(join(folder, 'server.pem'), certificatePem(pki.server, pki.issuing))
writeFileSync(join(folder, 'server.key'), keyPem(pki.server))
const tlsOptions = { ca: certificatePem(pki.root), cert: certificatePem(client), key: keyPem(client) }
const sender = createECDH('prime256v1')
const body = JSON.stringify({
  recipient_id: pointOf(client.key.privateKey, 32).toString('base64'),
  ephemeral_key_material: sender.generateKeys().toString('base64'),
  capsule_type: 'ecc_secp256r1',
})

const capsules = Number(values.capsules)
const stores = []
try {
  stores.push(await openStore('small', 0))
  if (capsules > 0) stores.push(await openStore('full', capsules))
  for (const { name, service } of stores)
    console.log(`${name} store: ready in ${Math.round(service.readyMs)} ms, ${residentMegabytes(service)} MB`)
  console.log(`bare commits of ${connections} rows: ${commitsPerSecond()}/s`)
  const floor = await startFloor()
  const floorOf = (url) => ({ name: 'bare server', post: { ...stores[0].post, url }, get: { ...stores[0].get, url } })
  for (const [what, kind, url, measured] of [
    ['POST, keep-alive', 'post', floor.url, run],
    ['GET over mutual TLS, keep-alive', 'get', floor.mutualUrl, run],
    ['POST, a new connection each', 'post', floor.url, runAnew],
    ['GET over mutual TLS, a new connection each', 'get', floor.mutualUrl, runAnew],
  ]) {
    const results = new Map()
    for (let round = 0; round < Number(values.rounds); round++)
      for (const target of [floorOf(url), ...stores])
        results.set(target.name, [...(results.get(target.name) ?? []), await measured(target[kind])])
    report(what, results)
  }
  floor.stop()
  for (const { name, service } of stores) console.log(`${name} store: ${residentMegabytes(service)} MB after the load`)
} finally {
  for (const { service } of stores) await service.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Of several rounds the median one; ratios are those of the medians. */
function report(what, results) {
  const medians = new Map([...results].map(([name, rounds]) => [name, [...rounds].sort((a, b) => a.rate - b.rate)[rounds.length >> 1]]))
  const { rate: bare } = medians.get('bare server')
  const small = medians.get('small')
  console.log(`${what}: ${small.text}; bare server ${Math.round(bare)}/s, ratio ${(small.rate / bare).toFixed(2)}`)
  const full = medians.get('full')
  if (full !== undefined)
    console.log(`${what}, ${capsules} capsules more: ${full.text}; ratio to the small store ${(full.rate / small.rate).toFixed(2)}`)
}

/** A service with a store of its own, which holds so many capsules more. */
async function openStore(name, more) {
  const data = join(folder, name)
  mkdirSync(data)
  const url = database === null ? null : await database.another(`${name}store`)
  const [port, postPort, getPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ALLKIRI_SERVICES: 'capsules',
    ALLKIRI_PORT: String(port),
    ...(url === null ? { ALLKIRI_DATA: data } : { ALLKIRI_CAPSULES_DATABASE: url }),
    ALLKIRI_CAPSULES_POST_PORT: String(postPort),
    ALLKIRI_CAPSULES_GET_PORT: String(getPort),
    ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'server.pem'),
    ALLKIRI_CAPSULES_TLS_KEY: join(folder, 'server.key'),
    ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: join(folder, 'authorities'),
    ALLKIRI_CAPSULES_RATE_LIMIT: 'off',
  }
  if (more > 0) {
    // It makes the tables.
    await (await startService({ root, env })).stop()
    await fill(data, url, more)
  }
  const service = await startService({ root, env })
  const post = { url: `https://127.0.0.1:${postPort}/key-capsules`, method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const location = await storeOne(post)
  return { name, service, post, get: { url: `https://127.0.0.1:${getPort}${location}` } }
}

async function run(options) {
  // The first second is for the compiler.
  await autocannon({ ...options, connections, duration: 1, tlsOptions })
  const result = await autocannon({ ...options, connections, duration, tlsOptions })
  const failed = result.non2xx + result.errors
  const { p50, p99, max } = result.latency
  return resultOf(result['2xx'] / result.duration, [p50, p99, max], failed)
}

function resultOf(rate, [median, high, longest], failed = 0) {
  const text = `${Math.round(rate)}/s, ${median} / ${high} / ${longest} ms (median, 99 %, longest)${failed === 0 ? '' : `, ${failed} FAILED`}`
  return { rate, text }
}

/**
 * A full handshake for each request. The generator shares the processor with the service, so it does as little as it can: it writes its request as it
 * stands and checks neither the name nor the certificate of the server, as `openssl s_time` does not either.
 */
async function runAnew(options) {
  const { cert, key } = tlsOptions
  const secureContext = createSecureContext({ cert, key })
  const text = requestText(options)
  const wanted = options.method === 'POST' ? 'HTTP/1.1 201 ' : 'HTTP/1.1 2'
  const round = async (milliseconds) => {
    const until = performance.now() + milliseconds
    const times = []
    const one = async () => {
      while (performance.now() < until) {
        const started = performance.now()
        const answer = await ask(options.url, text, secureContext)
        if (!answer.startsWith(wanted)) throw new Error(`answered with ${answer.split('\r\n', 1)[0]}`)
        times.push(performance.now() - started)
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
    return times.sort((a, b) => a - b)
  }
  // As above, for the compiler.
  await round(1_000)
  const times = await round(duration * 1_000)
  const at = (part) => Math.round(times[Math.floor((times.length - 1) * part)])
  return resultOf(times.length / duration, [at(0.5), at(0.99), at(1)])
}

function requestText({ url, method = 'GET', headers = {}, body: content = '' }) {
  const { host, pathname } = new URL(url)
  const lines = [`${method} ${pathname} HTTP/1.1`, `host: ${host}`, 'connection: close', `content-length: ${content.length}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}

/** The whole answer; the server ends the connection. */
function ask(url, text, secureContext) {
  return new Promise((resolve, reject) => {
    const { hostname, port: to } = new URL(url)
    const socket = new TLSSocket(connect(Number(to), hostname), { secureContext, isServer: false })
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}

async function storeOne(post) {
  const answer = await ask(post.url, requestText(post), createSecureContext(tlsOptions))
  const location = /^location: (\S+)/im.exec(answer)?.[1]
  if (location === undefined) throw new Error(`POST was answered with ${answer}`)
  return location
}

async function startFloor() {
  const floorPorts = [await freePort(), await freePort()]
  const certificate = { cert: certificatePem(pki.server, pki.issuing), key: keyPem(pki.server) }
  const child = fork(fileURLToPath(import.meta.url), [], {
    env: { ...process.env, CAPSULE_BENCH_FLOOR: JSON.stringify({ ports: floorPorts, certificate, answer: body }) },
  })
  await new Promise((done) => child.once('message', done))
  return { url: `https://127.0.0.1:${floorPorts[0]}/`, mutualUrl: `https://127.0.0.1:${floorPorts[1]}/`, stop: () => child.kill() }
}

/** The least that a TLS server of this runtime can do with the same requests. Never returns. */
async function serveFloor({ ports, certificate, answer }) {
  for (const [i, floorPort] of ports.entries()) {
    const server = createServer({ ...certificate, requestCert: i === 1, rejectUnauthorized: false }, (incoming, outgoing) => {
      incoming.resume()
      incoming.on('end', () => outgoing.writeHead(i === 1 ? 200 : 201).end(i === 1 ? answer : ''))
    })
    await new Promise((done) => server.listen(floorPort, '127.0.0.1', done))
  }
  process.send('ready')
  await new Promise(() => undefined)
}

/** Durable commits of the client alone, in a file of its own beside that of the service. */
function commitsPerSecond() {
  const file = new Database(join(folder, 'floor.db'))
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) file.prepare(`PRAGMA ${pragma}`).all()
  file.exec('CREATE TABLE IF NOT EXISTS floor (id TEXT PRIMARY KEY, bytes BLOB)')
  const insert = file.prepare('INSERT INTO floor VALUES (?, ?)')
  const started = performance.now()
  let commits = 0
  while (performance.now() - started < 1_000) {
    file.exec('BEGIN IMMEDIATE')
    for (let i = 0; i < connections; i++) insert.run(randomBytes(16).toString('hex'), randomBytes(194))
    file.exec('COMMIT')
    commits += 1
  }
  file.close()
  return commits
}

/** Rows as the service writes them; their ids come in random order, as its own do. */
async function fill(data, url, rows) {
  const started = performance.now()
  const expires = Date.now() + 90_000_000_000
  if (url === null) {
    const file = new Database(join(data, 'key-capsules.db'))
    file.exec('PRAGMA synchronous = OFF')
    file
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO key_capsule SELECT 'KC' || lower(hex(randomblob(16))), 'ecc_secp384r1', randomblob(97), randomblob(97), ? + i, 0 FROM n`,
      )
      .run(rows, expires)
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    file.close()
  } else {
    const bytes = 'sha512(random()::text::bytea) || substring(sha512(random()::text::bytea) for 33)'
    await database.run(
      url,
      `INSERT INTO key_capsule SELECT 'KC' || md5(random()::text || i), 'ecc_secp384r1', ${bytes}, ${bytes}, ${expires} + i, false
       FROM generate_series(1, ${rows}) i`,
      'VACUUM ANALYZE key_capsule',
      'CHECKPOINT',
    )
  }
  // What the system still has to write must not slow down what is measured next.
  execFileSync('sync')
  console.log(`${rows} capsules written in ${Math.round((performance.now() - started) / 1000)} s`)
}

function residentMegabytes(service) {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function startDatabase() {
  const { startTestDatabase } = await import('../support/test-database.ts')
  return startTestDatabase()
}
