// How fast an archive goes through the command line, and how much memory it takes, beside the same documents over REST at full load in the same run.
//
//   node test/performance/archive.mjs FOLDER [--files 10000] [--seconds 40]
//
// The documents of FOLDER are repeated until there are enough; both sides use the same number of threads. The environment names the trust (ALLKIRI_TRUST and others).
// With --seconds each side is stopped after that time, and its rate is that of the files it finished: for machines on which nobody may measure for long.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { freePort, startService } from '../support/run-service.mjs'

const root = new URL('../../', import.meta.url).pathname
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string', default: '10000' }, seconds: { type: 'string' }, workers: { type: 'string', default: '2' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('name a folder with documents')
const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:asice|sce|bdoc|ddoc|pdf)$/i.test(name))
  .map((name) => join(folder, name))
  .sort()
const count = Number(values.files)
const limit = values.seconds === undefined ? null : Number(values.seconds) * 1000
const environment = { ...process.env, ALLKIRI_WORKERS: values.workers }

/** The largest memory that a process has held until now, in bytes; 0 once it is gone. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function commandLine() {
  const list = join(tmpdir(), `allkiri-archive-${process.pid}.txt`)
  const file = openSync(list, 'w')
  for (let index = 0; index < count; index++) writeSync(file, `${documents[index % documents.length]}\n`)
  closeSync(file)
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist/main.js'), 'validate', '--files-from', list, '--json-lines'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let done = 0
  let first = 0
  const peaks = []
  const timer = limit === null ? null : setTimeout(() => child.kill('SIGINT'), limit)
  let last = started
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === '') continue
    done += 1
    last = performance.now()
    if (done === 1) first = last - started
    if (done % Math.max(1, Math.floor(count / 10)) === 0) peaks.push(Math.round(peakOf(child.pid) / 1e6))
  }
  if (timer !== null) clearTimeout(timer)
  return { done, perSecond: done / ((last - started) / 1000), secondsToFirst: first / 1000, peaks }
}

async function rest() {
  const bodies = documents.map((path) => {
    const content = readFileSync(path)
    return JSON.stringify({ document: content.toString('base64'), filename: 'document', documentType: typeOf(path, content) })
  })
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('ALLKIRI_')))
  const service = await startService({ root, env: { ...own, ALLKIRI_PORT: String(await freePort()) } })
  let next = 0
  let done = 0
  let stopped = false
  const started = performance.now()
  if (limit !== null) setTimeout(() => (stopped = true), limit).unref()
  // As many at once as keep every thread busy.
  const clients = Array.from({ length: Number(values.workers) * 4 }, async () => {
    while (next < count && !stopped) {
      const answer = await fetch(`${service.base}/validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodies[next++ % bodies.length],
      })
      await answer.arrayBuffer()
      if (answer.status === 503) throw new Error('the service refused for load')
      done += 1
    }
  })
  await Promise.all(clients)
  const seconds = (performance.now() - started) / 1000
  const peak = Math.round(peakOf(service.process.pid) / 1e6)
  await service.stop()
  return { done, perSecond: done / seconds, peak }
}

function typeOf(path, content) {
  if (/\.pdf$/i.test(path)) return 'PDF'
  if (/\.ddoc$/i.test(path)) return 'DDOC'
  return content.includes('message.xml') ? 'XROAD' : 'BDOC'
}

const size = documents.reduce((sum, path) => sum + statSync(path).size, 0)
process.stdout.write(
  `${documents.length} documents of ${(size / documents.length / 1000).toFixed(0)} KB on average, ${count} in all, ${values.workers} threads\n`,
)
const onCommandLine = await commandLine()
process.stdout.write(`command line: ${JSON.stringify(onCommandLine)}\n`)
const overRest = await rest()
process.stdout.write(`REST:         ${JSON.stringify(overRest)}\n`)
process.stdout.write(`command line / REST: ${(onCommandLine.perSecond / overRest.perSecond).toFixed(2)}\n`)
