#!/usr/bin/env node
// Measures the built service: what a validation costs against the bare cryptographic operations that it needs (the floor) and by stage, with caches warm and cold and
// with different documents, throughput over REST, starts, memory; and how all of it stands beside the last release. Never part of a test: absolute times belong to
// the machine, the ratios count.
//
//   npm run bench                       all, in less than ten minutes; each figure is told when it is known
//   npm run bench -- --quick            less exact, in a third of the time
//   npm run bench -- --only rest,start  parts of it: floors, stages, stream, start, rest, pdf, command-line
//   npm run bench -- --json FILE        the figures as JSON as well, added to those that the file holds
//   npm run bench -- --release FILE     compares with this file instead of test/performance/release.json
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../support/run-service.mjs'
import { runCommandLine } from './command-line.mjs'
import { benchDocument } from './documents.mjs'
import { openEngine, stagesOf, timesOf } from './engine.mjs'
import { openFigures } from './figures.mjs'
import { floorOf, floorOfPdf } from './floor.mjs'
import { ddocWithDataFile } from './large-container.mjs'
import { millisecondsOf, pdfWithRevisions, pdfWithSignatures, signedPdfOf } from './pdf.mjs'
import { bodyOf, load, loadInTurns, passes, residentMegabytes } from './rest-load.mjs'
import { writeXroadTrust, xroadDocuments } from './xroad-documents.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const argument = (name) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? null : process.argv[at + 1]
}
const quick = process.argv.includes('--quick')
const only = argument('--only')?.split(',') ?? null
const fixture = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
const trust = join(root, 'fixtures', fixture.trust)
const validationTime = Date.parse(fixture.validationTime)
const figures = openFigures(argument('--release') ?? join(root, 'test/performance/release.json'), quick)
const engine = openEngine(trust, validationTime)
const rounds = quick ? { warmUp: 2_500, milliseconds: 100 } : { warmUp: 5_000, milliseconds: 300 }
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

const folder = mkdtempSync(join(tmpdir(), 'allkiri-bench-'))
const env = {
  ALLKIRI_TRUST: trust,
  ALLKIRI_XROAD: writeXroadTrust(folder),
  ALLKIRI_CLOCK: fixture.validationTime,
  ALLKIRI_LOG_LEVEL: 'error',
  MALLOC_ARENA_MAX: '2',
}
// As `npm start`, the image and the unit start it.
const execArgv = ['--max-semi-space-size=2']
const start = async (more = {}) => startService({ root, execArgv, env: { ...env, ...more, ALLKIRI_PORT: String(await freePort()) } })

/** The floor of a small container is also the reference of all figures. */
function setReference() {
  const document = benchDocument('small LT')
  figures.setReference(timesOf([floorOf(document.bytes, engine.explain(document)).run], { warmUp: 500, milliseconds: 50 })[0])
}

function floors() {
  // The first document is measured as the later ones are: with a compiler that has seen the engine at work for a while.
  const first = benchDocument('small LT')
  timesOf([() => engine.validate(first)], { warmUp: quick ? 8_000 : 16_000, milliseconds: 1 })
  for (const [name, aim] of [
    ['small LT', '≤ 6 × its floor'],
    ['time-mark', '≤ 6 × its floor'],
    ['LTA and LTA', ''],
    ['LTA and LTA, P-384', '≤ 2 × its floor'],
    ['2.8 MB', '≤ 2 × its floor'],
    ['PAdES LT 64 KB', '≤ 5 × its floor'],
  ]) {
    const document = benchDocument(name)
    const { operations, run } = (document.type === 'PDF' ? floorOfPdf : floorOf)(document.bytes, engine.explain(document))
    const [bare, whole] = timesOf([run, () => engine.validate(document)], rounds)
    // By itself: an index that is opened for each run leaves garbage, which the collector would charge to the runs between.
    const [cold] = timesOf([() => engine.validateCold(document)], rounds)
    figures.add(`floor, ${name}: ${operations}`, bare, 'µs')
    figures.add(`in process, ${name}`, whole, 'µs', { beside: whole / bare, aim })
    figures.add(`in process, ${name}, cold caches`, cold, 'µs', { beside: cold / bare })
  }
  for (const name of ['DDOC 64 KB', 'DDOC 1 MB', 'LTA', 'PAdES LTA 85 KB']) {
    const document = benchDocument(name)
    engine.explain(document)
    figures.add(`in process, ${name}`, timesOf([() => engine.validate(document)], rounds)[0], 'µs')
  }
}

async function stages() {
  for (const name of ['small LT', 'time-mark', 'LTA and LTA', '2.8 MB', 'DDOC 64 KB', 'PAdES LT 64 KB']) {
    const document = benchDocument(name)
    const run = () => engine.validate(document)
    timesOf([run], { warmUp: rounds.warmUp, milliseconds: 1 })
    for (const [stage, microseconds] of (await stagesOf(run, quick ? 1_000 : 4_000)).slice(0, 14))
      figures.add(`stage, ${name}: ${stage}`, microseconds, 'µs')
  }
}

/** Different documents beside the same one as often, over REST and in process. */
async function stream() {
  const count = quick ? 500 : 2_000
  const documents = Array.from({ length: count }, (_, number) => benchDocument('small LT', number))
  const [same] = documents
  let at = 0
  const [one, other] = timesOf([() => engine.validate(same), () => engine.validate(documents[at++ % count])], rounds)
  figures.add('in process, small LT, the same document', one, 'µs')
  figures.add(`in process, small LT, ${count} different ones`, other, 'µs', { beside: other / one, aim: '≤ 1.15 × the same one' })
  const service = await start()
  const bodies = documents.map(bodyOf)
  await load(service, [bodies[0]], quick ? 4 : 10)
  const [again, different] = await turns(service, [[bodies[0]], bodies], quick ? 2 : 4)
  figures.add('REST, small LT, the same document: processor time', again, 'µs')
  figures.add(`REST, small LT, ${count} different ones: processor time`, different, 'µs', {
    beside: different / again,
    aim: '≤ 1.15 × the same one',
  })
  await service.stop()
}

async function turns(service, streams, seconds) {
  const times = streams.map(() => [])
  for (let i = 0; i < 3; i++)
    for (const [j, bodies] of streams.entries()) times[j].push((await load(service, bodies, seconds)).microseconds)
  return times.map(median)
}

async function starts() {
  const times = quick ? 3 : 7
  const document = join(root, 'fixtures', fixture.file)
  const run = (args) =>
    median(
      Array.from({ length: times }, () => {
        const began = performance.now()
        const { status } = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' })
        if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
        return performance.now() - began
      }),
    )
  const bare = run(['-e', '0'])
  figures.add('start, bare Node.js', bare, 'ms')
  for (const [name, args, aim] of [
    ['--version', ['dist/main.js', '--version'], '< 180 ms'],
    ['validate, small LT', ['dist/main.js', 'validate', document], '< 250 ms'],
  ]) {
    const milliseconds = run(args)
    figures.add(`start, ${name}`, milliseconds, 'ms', { beside: milliseconds / bare, aim })
  }
  const ready = []
  for (let i = 0; i < times; i++) {
    const service = await start()
    ready.push(service.readyMs)
    await service.stop()
  }
  figures.add('start, service to its first answer', median(ready), 'ms', { beside: median(ready) / bare, aim: '< 400 ms' })
}

async function rest() {
  const service = await start()
  const { pid } = service.process
  // The threads start behind the port.
  await delay(3_000)
  figures.add('memory at rest, before any request', residentMegabytes(pid), 'MB', { aim: '< 150' })
  for (const [name, aim, beside] of [
    ['small LT', ''],
    ['time-mark', ''],
    ['PAdES LT 64 KB', '≥ 0.8 × small LT', 'small LT'],
    ['LTA', ''],
    ['PAdES LTA 85 KB', '≥ 1 × LTA', 'LTA'],
    ['LTA and LTA', ''],
    ['2.8 MB', ''],
    ['DDOC 64 KB', ''],
    ['DDOC 1 MB', ''],
    ['X-Road', '≥ 1 × small LT', 'small LT'],
    ['X-Road batch', '≥ 0.8 × small LT', 'small LT'],
  ]) {
    const bodies = [bodyOf(benchDocument(name))]
    if (!(await passes(service.base, bodies[0]))) throw new Error(`${name} does not pass`)
    // The first document finds a service that has compiled nothing yet. One that is compared needs the same 6,000 validations in each thread before it is compiled.
    const isCompared = name === 'small LT' || beside !== undefined
    const options = quick ? { seconds: 1, rounds: 3, warmUp: 3 } : { seconds: 1.5, rounds: 5, warmUp: isCompared ? 15 : 6 }
    // One document beside another takes turns with it: the clock of a shared machine changes by a factor of two between two rows.
    const reference = beside === undefined ? [] : [[bodyOf(benchDocument(beside))]]
    const [figure, other] = await loadInTurns(
      [bodies, ...reference].map((each) => ({ service, bodies: each })),
      options,
    )
    figures.add(`REST, ${name}`, figure.perSecond, '1/s', {
      beside: other === undefined ? undefined : figure.perSecond / other.perSecond,
      aim,
    })
    figures.add(`REST, ${name}: processor time`, figure.microseconds, 'µs')
    figures.add(`REST, ${name}: latency, 99 %`, figure.p99, 'ms')
  }
  figures.add('memory after that', residentMegabytes(pid), 'MB', { aim: '< 200' })
  const deep = bodyOf({ name: 'deep', type: 'XROAD', bytes: xroadDocuments.deep() })
  figures.add('REST, X-Road chain of 10,000 steps', (await load(service, [deep], quick ? 2 : 5)).perSecond, '1/s', { aim: '≥ 1' })
  await service.stop()
}

function pdf() {
  for (const [name, document, aim] of [
    ['20 MB, 10 signatures', pdfWithSignatures(10, 20_000_000), '< 1000'],
    ...[1, 10, 50, 100].map((revisions) => [`${revisions} revisions behind the signature`, pdfWithRevisions(revisions), '']),
    ...[1, 10, 50, 100].map((signatures) => [`${signatures} signatures`, pdfWithSignatures(signatures), '']),
  ])
    figures.add(`in process, PDF, ${name}: processor time`, millisecondsOf(document, engine.index, validationTime), 'ms', { aim })
}

function commandLine() {
  const [file, out] = [join(folder, 'suur.ddoc'), join(folder, 'failid')]
  const document = ddocWithDataFile(44_000_000, 1)
  writeFileSync(file, document)
  for (const [name, args, aim] of [
    ['validate', ['validate', file], ['< 3', '< 4']],
    ['files', ['files', file], ['', '']],
    ['files --out', ['files', file, '--out', out], ['', '']],
  ]) {
    const { seconds: used, peakBytes } = runCommandLine(root, args, env)
    figures.add(`command line, ${name}, DIGIDOC-XML of ${Math.round(document.length / 1e6)} MB: processor time`, used, 's', { aim: aim[0] })
    figures.add(`command line, ${name}: largest memory, as a multiple of the document`, peakBytes / document.length, '×', { aim: aim[1] })
  }
  const [small, large] = [signedPdfOf('LT', 64_000), pdfWithSignatures(10, 20_000_000)].map((bytes, index) => {
    const path = join(folder, `${index}.pdf`)
    writeFileSync(path, bytes)
    return { size: bytes.length, ...runCommandLine(root, ['validate', path], env) }
  })
  figures.add('command line, validate, PDF of 20 MB with 10 signatures: processor time', large.seconds, 's')
  figures.add(
    'command line, PDF: memory above that for 64 KB, as a multiple of the document',
    (large.peakBytes - small.peakBytes) / large.size,
    '×',
    {
      aim: '< 4',
    },
  )
}

const parts = { floors, stages, stream, start: starts, rest, pdf, 'command-line': commandLine }
try {
  setReference()
  for (const [name, measure] of Object.entries(parts)) if (only === null || only.includes(name)) await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\nallkiri bench, Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}`)
figures.print()
const json = argument('--json')
if (json !== null) figures.write(json)
