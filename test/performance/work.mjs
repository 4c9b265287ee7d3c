#!/usr/bin/env node
// Counts the work of one validation of each kind of document: functions called, octets allocated, bytecode compiled. Times belong to the machine and its moment;
// these counts do not, so they show what a change adds before any clock does. Needs a build; part of no test.
//
//   npm run work                            all kinds
//   npm run work -- 'small LT' 'DDOC 64 KB' these kinds (names of documents.mjs)
//   npm run work -- --functions 40          and the 40 functions that are called most, by kind
//   npm run work -- --allocations 40        and the 40 functions that allocate most, by kind (samples, no exact counts)
//   npm run work -- --json FILE             and every function with its calls as JSON
//   npm run work -- --dist FOLDER           of the build of another clone, on the documents of this one
//
// A validation is that of the library: document in, report of SiVa 1 out, in this thread. Each kind is counted in a thread of its own:
//   calls      functions of the build called in a validation, after others of the same kind: what is kept between documents is there already. Each document is
//              another one, as for a service, so its signature, tokens and responses are new. Functions of Node.js and of the engine itself are not counted.
//   allocated  octets of the heap of JavaScript in such a validation, and octets beside it (buffers): median of validations that no collection interrupts
//   compiled   octets of bytecode that the first validation of a thread makes V8 compile, after all modules were loaded
//   functions  different functions called
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const kinds = ['small LT', 'time-mark', 'LTA', 'LTA and LTA', 'DDOC 64 KB', 'PAdES LT 64 KB', 'PAdES LTA 85 KB', 'X-Road']
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** Source maps of the files of the build, by address; null without one. */
const maps = new Map()
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]

if (isMainThread) await printCounts()
else parentPort.postMessage(await countsOf(workerData))

async function printCounts() {
  const { benchDocument } = await import('./documents.mjs')
  const { writeXroadTrust } = await import('./xroad-documents.mjs')
  const { values, names } = argumentsOf(process.argv.slice(2))
  const fixture = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-work-'))
  const shared = {
    library: pathToFileURL(resolve(values.dist ?? join(root, 'dist'), 'library.js')).href,
    trust: join(root, 'fixtures', fixture.trust),
    xroad: writeXroadTrust(folder),
    at: fixture.validationTime,
  }
  const rows = {}
  const all = {}
  try {
    for (const name of names.length === 0 ? kinds : names) {
      const documents = Array.from({ length: 48 }, (_, number) => benchDocument(name, number).bytes)
      const { functions, allocations, ...counts } = await countedInThread({ ...shared, documents })
      rows[name] = counts
      all[name] = functions
      printTop(`${name}: calls`, functions, values.functions)
      printTop(`${name}: octets allocated`, allocations, values.allocations)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.table(rows)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(all, null, 1))
}

function argumentsOf(given) {
  const values = {}
  const names = []
  for (let i = 0; i < given.length; i++)
    if (given[i].startsWith('--')) values[given[i].slice(2)] = given[++i]
    else names.push(given[i])
  return { values, names }
}

function printTop(title, counts, count = 0) {
  if (Number(count) === 0) return
  console.log(title)
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a)
  for (const [name, figure] of sorted.slice(0, Number(count))) console.log(`${String(Math.round(figure * 10) / 10).padStart(9)}  ${name}`)
}

function countedInThread(data) {
  return new Promise((done, failed) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: data })
    worker.once('message', done)
    worker.once('error', failed)
  })
}

async function countsOf({ library, trust, xroad, at, documents }) {
  setFlagsFromString('--expose-gc')
  setFlagsFromString('--no-flush-bytecode')
  const collect = runInNewContext('gc')
  const { openValidator } = await import(library)
  const validator = await openValidator({ trust, xroad })
  const validate = async (bytes) => {
    const report = await validator.validate(new Uint8Array(bytes), { at: new Date(at) })
    if (report.validSignaturesCount === 0 || report.validSignaturesCount !== report.signaturesCount)
      throw new Error(`the document does not pass: ${JSON.stringify(report.signatures)}`)
  }
  const compiled = () => {
    collect()
    return getHeapCodeStatistics().bytecode_and_metadata_size
  }
  const before = compiled()
  await validate(documents[0])
  const bytecode = compiled() - before
  // Until most of the code is compiled: a part of what is allocated before is for the compiler.
  for (let round = 0; round < 20; round++) await each(documents.slice(0, 36), validate)
  const session = new Session()
  session.connect()
  const counted = documents.slice(36)
  const functions = await callsOf(session, () => each(counted, validate), counted.length)
  const allocated = []
  for (const document of counted) {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    await validate(document)
    const now = process.memoryUsage()
    allocated.push({ heap: now.heapUsed - heapUsed, beside: now.external - external })
  }
  const allocations = await allocationsOf(session, () => each(counted, validate), counted.length)
  session.disconnect()
  await validator.close()
  return {
    calls: Math.round(Object.values(functions).reduce((sum, count) => sum + count, 0)),
    functionsCalled: Object.keys(functions).length,
    allocatedKB: Math.round(median(allocated.map(({ heap }) => heap)) / 1024),
    besideKB: Math.round(median(allocated.map(({ beside }) => beside)) / 1024),
    compiledKB: Math.round(bytecode / 1024),
    functions,
    allocations,
  }
}

async function each(documents, validate) {
  for (const document of documents) await validate(document)
}

/** Calls of one run by function: file, name and place. Nothing is compiled to machine code meanwhile, so none is inlined away. */
async function callsOf(session, run, times) {
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  await session.post('Profiler.disable')
  const calls = {}
  for (const { url, functions } of result) {
    if (!isOfBuild(url)) continue
    const text = readFileSync(fileURLToPath(url), 'utf8')
    for (const { functionName, ranges } of functions) {
      const [{ count, startOffset }] = ranges
      if (count === 0) continue
      const before = text.slice(0, startOffset)
      const line = before.split('\n').length - 1
      const name = nameOf(url, functionName, line, startOffset - before.lastIndexOf('\n') - 1)
      calls[name] = (calls[name] ?? 0) + count / times
    }
  }
  return calls
}

async function allocationsOf(session, run, times) {
  await session.post('HeapProfiler.enable')
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 64,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await run()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  await session.post('HeapProfiler.disable')
  const octets = {}
  /** What the platform allocates counts for the function of the build that calls it. */
  const walk = ({ callFrame, selfSize, children }, caller) => {
    const { url, functionName, lineNumber, columnNumber } = callFrame
    const name = isOfBuild(url) ? nameOf(url, functionName, lineNumber, columnNumber) : caller
    octets[name] = (octets[name] ?? 0) + selfSize / times
    for (const child of children) walk(child, name)
  }
  walk(profile.head, '(the platform)')
  return octets
}

function isOfBuild(url) {
  return url.startsWith('file:') && url.includes('/dist/')
}

/** File, name and line of a function, in the source when the build has a map of it. Lines and columns from 0. */
function nameOf(url, functionName, line, column) {
  const path = fileURLToPath(url)
  if (!maps.has(url)) maps.set(url, existsSync(`${path}.map`) ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))) : null)
  const { originalSource, originalLine } = maps.get(url)?.findEntry(line, column) ?? {}
  const file = (originalSource ?? path).replace(/^.*\/(?:src|dist)\/|^(?:\.\.\/)+(?:src\/)?/, '')
  return `${file} ${functionName || '(anonymous)'}:${(originalLine ?? line) + 1}`
}
