#!/usr/bin/env node
// Times and memory of the thirty published lists, with the built service as its own process: the check of a folder before the first answer, the restart
// from the kept result, a refresh in the background while documents are validated, and memory after it.
//
//   node test/performance/trusted-lists.mjs [FOLDER]      default: ../shared/trust/lotl/2026-08; skipped when it is missing
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../support/run-service.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const lists = resolve(process.argv[2] ?? join(root, '../shared/trust/lotl/2026-08'))
if (!existsSync(lists)) {
  console.log(`trusted lists: skipped, no lists at ${lists} (they are published apart from this repository)`)
  process.exit(0)
}

const store = mkdtempSync(join(tmpdir(), 'allkiri-store-'))
const document = readFileSync(join(root, 'fixtures/documents/lt.asice')).toString('base64')
const body = JSON.stringify({ document, filename: 'lt.asice', documentType: 'BDOC' })
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

async function start(extra = {}) {
  const env = {
    ALLKIRI_CLOCK: '2026-08-20T12:00:00Z',
    ALLKIRI_TRUST_LISTS: lists,
    ALLKIRI_TRUST_STORE: store,
    ALLKIRI_LOG_LEVEL: 'error',
    ALLKIRI_PORT: String(await freePort()),
    ...extra,
  }
  return startService({ root, env, timeoutMs: 120_000 })
}

/** Megabytes resident now and at most, where the platform tells. */
function memoryOf({ process: { pid } }) {
  if (process.platform !== 'linux') return null
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

async function validate(service) {
  const started = performance.now()
  const answer = await fetch(`${service.base}/validate`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await answer.arrayBuffer()
  return performance.now() - started
}

function describe(latencies) {
  latencies.sort((a, b) => a - b)
  const at = (part) => latencies[Math.floor((latencies.length - 1) * part)]?.toFixed(1)
  return `${latencies.length}, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, slowest ${at(1)} ms`
}

const lastTry = async (service) => (await (await fetch(`${service.base}/monitoring/readiness`)).json()).trust.lastTry

try {
  const empty = await start({ ALLKIRI_TRUST_LISTS: 'none' })
  console.log(`without lists: ready after ${Math.round(empty.readyMs)} ms`, memoryOf(empty))
  await empty.stop()

  const cold = await start()
  console.log(`lists checked before the first answer: ready after ${Math.round(cold.readyMs)} ms`, memoryOf(cold))
  await cold.stop()

  const service = await start()
  console.log(`restart from the kept result: ready after ${Math.round(service.readyMs)} ms`, memoryOf(service))
  for (let i = 0; i < 50; i++) await validate(service)
  const during = []
  // The refresh of the start begins a few seconds after it.
  while ((await lastTry(service)) === '') for (let i = 0; i < 20; i++) during.push(await validate(service))
  const afterwards = []
  for (let i = 0; i < during.length; i++) afterwards.push(await validate(service))
  console.log(`validations while the refresh runs: ${describe(during)}`)
  console.log(`as many without a refresh:          ${describe(afterwards)}`)
  await wait(3_000)
  console.log('memory after the refresh', memoryOf(service))
  await service.stop()
} finally {
  rmSync(store, { recursive: true, force: true })
}
