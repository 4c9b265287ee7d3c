#!/usr/bin/env node
// Measures the built service and prints a table of ratios: what a validation costs against the bare cryptographic operations that it needs (the
// floor), throughput over REST, time to the first answer, memory. Never part of a test: absolute times belong to the machine.
//
//   npm run bench                 all
//   npm run bench -- --quick      less exact, in two thirds of the time
//   npm run bench -- --json FILE  the figures as JSON as well
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { limits } from '#config'
import { buildTrustSnapshot, packTrustIndex, readTrustSettings } from '#trust'
import { disk } from '../../dist/service/regular-file.js'
import { validateDocument } from '../../dist/service/validate-document.js'
import {
  openDecodedCache,
  openIndex,
  openInstances,
  openKeptStructures,
  validationContextOf,
} from '../../dist/service/validation-context.js'
import { freePort, startService } from '../support/run-service.mjs'
import { runCommandLine } from './command-line.mjs'
import { floorOf } from './floor.mjs'
import { ddocWithDataFile, withDataFile } from './large-container.mjs'
import { millisecondsOf, pdfWithRevisions, pdfWithSignatures, signedPdfOf } from './pdf.mjs'
import { writeXroadTrust, xroadDocuments } from './xroad-documents.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const quick = process.argv.includes('--quick')
const seconds = quick ? 1 : 5
const fixtures = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8'))
const fixture = (id) => fixtures.find((f) => f.id === id)
const trust = join(root, 'fixtures', fixture('lt').trust)
const validationTime = Date.parse(fixture('lt').validationTime)
const small = readFileSync(join(root, 'fixtures', fixture('lt').file))
const large = await withDataFile(3_000_000)

// As in a worker: the index and what is kept stay, what a document holds is decoded for each anew.
const kept = openKeptStructures()
const instances = openInstances([], kept)
const snapshot = buildTrustSnapshot([readTrustSettings(trust, { files: disk, cache: openDecodedCache(), limits: limits.trust })])
const index = openIndex(packTrustIndex(snapshot, openDecodedCache()), kept)
const context = () => validationContextOf(index, instances, openDecodedCache(kept))
const request = (document) => ({ document, filename: 'bench.asice', documentType: 'BDOC', policy: 'POLv1', validationTime })
const check = (report) => {
  if (report.validSignaturesCount !== report.signaturesCount || report.signaturesCount === 0)
    throw new Error(`the bench document does not pass: ${JSON.stringify(report.signatures)}`)
}

/**
 * Microseconds of processor time for one run each, median of rounds that take turns, after warming up. Processor time, because the machine may be
 * doing other things; in turns, because its clock may change.
 */
function time(...runs) {
  const round = (run, milliseconds) => {
    const before = process.cpuUsage()
    let count = 0
    for (const end = performance.now() + milliseconds; performance.now() < end; count++) run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / count
  }
  // The compiler needs some thousand runs of this much code before it is done with it.
  for (const run of runs) round(run, 8_000)
  const figures = runs.map(() => [])
  for (let i = 0; i < 9; i++) for (const [j, run] of runs.entries()) figures[j].push(round(run, (seconds * 1000) / 10))
  return figures.map((figure) => figure.sort((a, b) => a - b)[4])
}

const rows = []
const add = (what, figure, unit, ratio, aim) =>
  rows.push({ what, figure: Number(figure.toPrecision(3)), unit, ratio: ratio === undefined ? '' : `${ratio.toFixed(2)} ×`, aim })

for (const [name, document, aim] of [
  ['small LT container', small, '≤ 8 × its floor'],
  ['container with 3 MB', large, ''],
]) {
  const explained = validateDocument(request(document), context(), { explain: true })
  check(explained.report)
  const { operations, run } = floorOf(document, explained.explanation)
  const [bare, whole] = time(run, () => validateDocument(request(document), context(), { explain: false }))
  add(`floor, ${name}: ${operations}`, bare, 'µs', undefined, '')
  add(`in process, ${name}`, whole, 'µs', whole / bare, aim)
}

const manySignatures = pdfWithSignatures(10, 20_000_000)
for (const [name, document, aim] of [
  ['20 MB, 10 signatures', manySignatures, '< 1000'],
  ...[1, 10, 50, 100].map((revisions) => [`${revisions} revisions behind the signature`, pdfWithRevisions(revisions), '']),
  ...[1, 10, 50, 100].map((signatures) => [`${signatures} signatures`, pdfWithSignatures(signatures), '']),
])
  add(`in process, PDF, ${name}: processor time`, millisecondsOf(document, index, validationTime), 'ms', undefined, aim)

const xroadFolder = mkdtempSync(join(tmpdir(), 'allkiri-bench-xroad-'))
const env = {
  ALLKIRI_TRUST: trust,
  ALLKIRI_XROAD: writeXroadTrust(xroadFolder),
  ALLKIRI_CLOCK: fixture('lt').validationTime,
  ALLKIRI_LOG_LEVEL: 'error',
}
const starts = []
for (let i = 0; i < (quick ? 1 : 5); i++) {
  const service = await startService({ root, env: { ...env, ALLKIRI_PORT: String(await freePort()) } })
  starts.push(service.readyMs)
  await service.stop()
}
add('start to first answer (median)', starts.sort((a, b) => a - b)[starts.length >> 1], 'ms', undefined, '< 1000')

const service = await startService({ root, env: { ...env, ALLKIRI_PORT: String(await freePort()) } })
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
const linux = process.platform === 'linux'
if (linux) add('memory at rest, before any request', rss(), 'MB', undefined, '< 150')
const throughput = {}
for (const [name, document, aim, documentType, beside] of [
  ['small LT container', small, '≥ 400', 'BDOC'],
  ['small LTA container', readFileSync(join(root, 'fixtures', fixture('lta').file)), '', 'BDOC'],
  ['PAdES LT of 64 KB', signedPdfOf('LT', 64_000), '≥ 0.8 × small LT container', 'PDF', 'small LT container'],
  ['PAdES LTA of 85 KB', signedPdfOf('LTA', 85_000), '≥ 1 × small LTA container', 'PDF', 'small LTA container'],
  ['container with 3 MB', large, '≥ 60', 'BDOC'],
  ['DIGIDOC-XML of 64 KB', ddocWithDataFile(43_000, 1), '≥ 1000', 'DDOC'],
  ['DIGIDOC-XML of 1 MB, 3 signatures', ddocWithDataFile(740_000, 3), '≥ 150', 'DDOC'],
  ['simple X-Road container', xroadDocuments.simple(), '≥ 1 × small LT container', 'XROAD', 'small LT container'],
  ['X-Road batch signature', xroadDocuments.batch(), '≥ 0.8 × small LT container', 'XROAD', 'small LT container'],
  ['X-Road chain of 10,000 steps', xroadDocuments.deep(), '≥ 1', 'XROAD'],
]) {
  const body = JSON.stringify({ document: document.toString('base64'), filename: 'bench', documentType })
  const load = (duration) =>
    autocannon({
      url: `${service.base}/validate`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      connections: 4,
      duration,
    })
  const answer = await fetch(`${service.base}/validate`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  check(await answer.json())
  // As in process, and two threads share the requests.
  await load(10)
  const result = await load(seconds * 2)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors under load`)
  throughput[name] = result.requests.average
  const ratio = beside === undefined ? undefined : throughput[name] / throughput[beside]
  add(`REST, 4 connections, ${name}`, throughput[name], '1/s', ratio, aim)
  add(`  latency 50 % / 99 %: ${result.latency.p50} / ${result.latency.p99} ms`, result.latency.average, 'ms', undefined, '')
  if (linux) add(`  memory after that (${result.requests.total} requests)`, rss(), 'MB', undefined, '')
}
await service.stop()
rmSync(xroadFolder, { recursive: true, force: true })

const folder = mkdtempSync(join(tmpdir(), 'allkiri-bench-'))
try {
  const [file, out] = [join(folder, 'suur.ddoc'), join(folder, 'failid')]
  const document = ddocWithDataFile(44_000_000, 1)
  writeFileSync(file, document)
  for (const [name, args, aim] of [
    ['validate', ['validate', file], ['< 3', '< 4']],
    ['files', ['files', file], ['', '']],
    ['files --out', ['files', file, '--out', out], ['', '']],
  ]) {
    const { seconds: used, peakBytes } = runCommandLine(root, args, env)
    add(`command line, ${name}, DIGIDOC-XML of ${Math.round(document.length / 1e6)} MB: processor time`, used, 's', undefined, aim[0])
    add('  largest memory, as a multiple of the document', peakBytes / document.length, '×', undefined, aim[1])
  }
  const [small, large] = [signedPdfOf('LT', 64_000), manySignatures].map((pdf, index) => {
    const path = join(folder, `${index}.pdf`)
    writeFileSync(path, pdf)
    return { size: pdf.length, ...runCommandLine(root, ['validate', path], env) }
  })
  add('command line, validate, PDF of 20 MB with 10 signatures: processor time', large.seconds, 's', undefined, '')
  add(
    '  memory above that for 64 KB, as a multiple of the document',
    (large.peakBytes - small.peakBytes) / large.size,
    '×',
    undefined,
    '< 4',
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

console.log(`allkiri bench, Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}`)
console.table(rows)
const json = process.argv.indexOf('--json')
if (json > 0) writeFileSync(process.argv[json + 1], JSON.stringify(rows, null, 1))
