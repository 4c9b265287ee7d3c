#!/usr/bin/env node
// Compares SOAP with REST on the built service, in turns: throughput for a small and a large container, and memory for each request in flight.
// Never part of a test: absolute figures belong to the machine, the ratios count.
//
//   npm run build && node --import ./test/support/register-typescript.js test/performance/soap.mjs [--quick]
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { freePort, startService } from '../support/run-service.mjs'
import { withDataFile } from './large-container.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const seconds = process.argv.includes('--quick') ? 1 : 4
const fixture = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
const env = { ALLKIRI_TRUST: join(root, 'fixtures', fixture.trust), ALLKIRI_CLOCK: fixture.validationTime, ALLKIRI_LOG_LEVEL: 'error' }
const start = async (more = {}) => startService({ root, env: { ...env, ...more, ALLKIRI_PORT: String(await freePort()) } })

const interfaces = {
  REST: (document) => ({
    path: '/validate',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document, filename: 'bench.asice', documentType: 'BDOC' }),
    passes: /"validSignaturesCount":1,/,
  }),
  SOAP: (document) => ({
    path: '/soap/validationWebService/validateDocument',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:siva="http://soap.webapp.siva.openeid.ee/"><soapenv:Header/><soapenv:Body><siva:ValidateDocument><siva:ValidationRequest><Document>${document}</Document><Filename>bench.asice</Filename><DocumentType>BDOC</DocumentType></siva:ValidationRequest></siva:ValidateDocument></soapenv:Body></soapenv:Envelope>`,
    passes: /<ValidSignaturesCount>1</,
  }),
}
const post = (base, { path, headers, body }) => fetch(base + path, { method: 'POST', headers, body })
async function check(base, request) {
  const answer = await post(base, request)
  const text = await answer.text()
  if (answer.status !== 200 || !request.passes.test(text)) throw new Error(`the bench document does not pass: ${text.slice(0, 2_000)}`)
}
const median = (figures) => figures.sort((a, b) => a - b)[figures.length >> 1]

const rows = []
const service = await start()
for (const [name, document] of [
  ['10 KB', readFileSync(join(root, 'fixtures', fixture.file))],
  ['3 MB', await withDataFile(3_000_000)],
]) {
  const figures = { REST: [], SOAP: [] }
  for (let round = 0; round < 6; round++) {
    for (const [kind, request] of Object.entries(interfaces)) {
      const { path, ...options } = request(document.toString('base64'))
      await check(service.base, { path, ...options })
      const result = await autocannon({ url: service.base + path, method: 'POST', ...options, connections: 4, duration: seconds })
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors under load`)
      // The first round warms up.
      if (round > 0) figures[kind].push(result.requests.total / result.duration)
    }
  }
  const [rest, soap] = [median(figures.REST), median(figures.SOAP)]
  rows.push({
    what: `${name}, requests per second`,
    REST: rest.toFixed(1),
    SOAP: soap.toFixed(1),
    ratio: (soap / rest).toFixed(2),
    aim: '≥ 0.8',
  })
}
await service.stop()

if (process.platform === 'linux') {
  // Together less than one client may hold (`bytes-in-flight.ts`).
  const inFlight = 12
  const document = (await withDataFile(8_000_000)).toString('base64')
  const figures = { REST: [], SOAP: [] }
  for (let round = 0; round < 3; round++) {
    for (const [kind, request] of Object.entries(interfaces)) {
      const one = await start({ ALLKIRI_WORKERS: '1' })
      const status = (field) =>
        Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${one.process.pid}/status`, 'utf8'))?.[1]) / 1024
      await check(one.base, interfaces.REST(readFileSync(join(root, 'fixtures', fixture.file)).toString('base64')))
      const rest = status('VmRSS')
      await Promise.all(Array.from({ length: inFlight }, () => check(one.base, request(document))))
      figures[kind].push((status('VmHWM') - rest) / inFlight)
      await one.stop()
    }
  }
  const [rest, soap] = [median(figures.REST), median(figures.SOAP)]
  rows.push({
    what: `8 MB, megabytes for each of ${inFlight} in flight`,
    REST: rest.toFixed(1),
    SOAP: soap.toFixed(1),
    ratio: (soap / rest).toFixed(2),
    aim: '≤ 1.3',
  })
}

console.log(`allkiri bench, SOAP against REST, Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}`)
console.table(rows)
