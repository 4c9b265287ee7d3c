#!/usr/bin/env node
// What one instance needs for a steady stream of small documents, and whether the memory of a peak of large ones is given back.
//
//   npm run build && node --import ./test/support/register-typescript.js test/performance/sizing.mjs [--rates 10,100] [--seconds 15] [--peak 120]
//
// Requests begin at fixed moments, whether or not earlier ones have ended: every other one a container with one LT signature (12 KB), the others DIGIDOC-XML
// documents (15 KB), all different or of few kinds, over connections that stay open. Processor time is that of the process of the service alone.
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort, startService } from '../support/run-service.mjs'
import { withDataFile } from './large-container.mjs'
import { soakDocument } from './soak-documents.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '10,100' },
    seconds: { type: 'string', default: '15' },
    peak: { type: 'string', default: '120' },
  },
})
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const bodyOf = (documentType, bytes) => Buffer.from(JSON.stringify({ filename: 'a.bin', documentType, document: bytes.toString('base64') }))

async function start(workers) {
  const port = await freePort()
  const env = {
    ALLKIRI_PORT: String(port),
    ALLKIRI_TRUST: join(root, 'fixtures/trust/standard.json'),
    ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
  }
  const service = await startService({ root, env: { ...env, ALLKIRI_WORKERS: String(workers), ALLKIRI_LOG_LEVEL: 'error' } })
  const read = (file) => readFileSync(`/proc/${service.process.pid}/${file}`, 'latin1')
  const megabytes = (name) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read('status'))[1]) / 1024)
  return {
    port,
    stop: service.stop,
    resident: () => megabytes('VmRSS'),
    most: () => megabytes('VmHWM'),
    /** Seconds: `utime` and `stime`, in hundredths. */
    processor: () => {
      const fields = read('stat')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
  }
}

function ask(port, body, agent) {
  const started = performance.now()
  return new Promise((done) => {
    const end = (status) => done({ status, milliseconds: performance.now() - started })
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/validate', method: 'POST', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode))
      answer.on('error', (error) => end(error.code ?? 'error'))
    })
    sent.on('error', (error) => end(error.code ?? 'error'))
    sent.end(body)
  })
}

const tally = (answers) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((one) => [one, answers.filter(({ status }) => status === one).length]),
  )

async function steady(rate, seconds) {
  const service = await start(1)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const ddoc = bodyOf('DDOC', readFileSync(join(root, 'fixtures/documents/ddoc-1.3.ddoc')))
  const containers = Array.from({ length: 50 }, (_, number) => bodyOf('BDOC', soakDocument(number, 'sound').bytes))
  for (let i = 0; i < 40; i++) await ask(service.port, i % 2 === 0 ? ddoc : containers[i], agent)
  const [began, used] = [performance.now(), service.processor()]
  const pending = []
  for (let i = 0; i < rate * seconds; i++) {
    const due = began + (i * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    pending.push(ask(service.port, i % 2 === 0 ? ddoc : containers[i % 50], agent))
  }
  const answers = await Promise.all(pending)
  const elapsed = (performance.now() - began) / 1000
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))])
  const spent = service.processor() - used
  console.log(
    `${rate} requests/s for ${Math.round(elapsed)} s: ${JSON.stringify(tally(answers))}; median ${at(0.5)} ms, 99 % ${at(0.99)} ms; ` +
      `${((100 * spent) / elapsed).toFixed(0)} % of a core, ${((1000 * spent) / answers.length).toFixed(1)} ms each; ${service.resident()} MB, at most ${service.most()} MB`,
  )
  agent.destroy()
  await service.stop()
}

async function peak(count) {
  const service = await start(2)
  const before = service.resident()
  const body = bodyOf('BDOC', withDataFile(15_000_000))
  const answers = await Promise.all(Array.from({ length: count }, () => ask(service.port, body, new Agent())))
  const most = service.most()
  await pause(15_000)
  console.log(
    `${count} containers of 15 MB at once: ${JSON.stringify(tally(answers))}; ${before} MB before, at most ${most} MB, ${service.resident()} MB 15 s after`,
  )
  await service.stop()
}

for (const rate of values.rates.split(',').filter((each) => each !== '')) await steady(Number(rate), Number(values.seconds))
if (Number(values.peak) > 0) await peak(Number(values.peak))
