#!/usr/bin/env node
// Runs the recorded cases of the SiVa 3 interface against the service: with ALLKIRI_INTERFACE=siva3 at the root, and once more at /V3.
//
//   npm run conformance                                         after the cases of SiVa 1
//   node test/conformance/run-siva3.mjs --area bdoc --side      arguments go to the tool: --filter TEXT, --policy POLv4, --side, …
//
// Counted cases that do not agree stand in known-divergences-siva3.json with their reason: the run fails for any other, and for one of them that agrees. A case
// that passes here and fails there fails the run unless its reason there begins with `passes here`. The cases are not part of this repository; without them the run says so.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../support/run-service.mjs'
import { CLOCK_OF_SIVA3, writeSiva3Trust } from './trust.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')
const shared = resolve(root, '../shared')
const args = process.argv.slice(2)
const tool = join(shared, 'tools/conformance-siva3.mjs')
const cases = join(shared, 'conformance-siva3')
if (!existsSync(tool) || !existsSync(join(cases, 'cases.json'))) {
  console.log(
    'conformance of SiVa 3: 0 cases run, all skipped: none at ../shared/conformance-siva3 (they are published apart from this repository)',
  )
  process.exit(0)
}

/** Areas whose cases decide; any other can be run with --area. */
const decidingAreas = new Set(['bdoc', 'ddoc', 'pdf', 'hashcode', 'protocol', 'asics', 'cades', 'xades'])
/** Areas that are judged by certificates of their own beside the lists. */
const ddocAreas = new Set(['ddoc', 'protocol'])
const folder = mkdtempSync(join(tmpdir(), 'allkiri-conformance-siva3-'))
const known = JSON.parse(readFileSync(join(here, 'known-divergences-siva3.json'), 'utf8'))
const all = JSON.parse(readFileSync(join(cases, 'cases.json'), 'utf8'))
/** Documents that pass here and fail there by a decision: the tool allows none, so they are left out of its run, and named. */
const passHere = Object.entries(known).filter(([, reason]) => reason.startsWith('passes here: '))
for (const [id, reason] of passHere) console.log(`conformance of SiVa 3: not run, ${id} ${reason}`)
all.cases = all.cases.filter(({ id }) => !passHere.some(([each]) => each === id))
const area = args.includes('--area') ? args[args.indexOf('--area') + 1] : null
let status = 0
try {
  for (const forDdoc of [false, true]) {
    const chosen = all.cases.filter(
      (one) => ddocAreas.has(one.area) === forDdoc && (area === null ? decidingAreas.has(one.area) : one.area === area),
    )
    if (chosen.length === 0) continue
    for (const siva3 of args.includes('--root-only') ? [true] : [true, false])
      status = Math.max(status, await runCases(chosen, { forDdoc, siva3 }))
  }
} catch (error) {
  console.error(`conformance of SiVa 3: ${error instanceof Error ? error.message : String(error)}`)
  status = 2
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

async function runCases(chosen, { forDdoc, siva3 }) {
  const service = await startService({
    root,
    env: {
      ALLKIRI_CLOCK: CLOCK_OF_SIVA3,
      ...writeSiva3Trust(join(shared, 'trust'), folder, { forDdoc }),
      ...(siva3 ? { ALLKIRI_INTERFACE: 'siva3' } : {}),
      ALLKIRI_LOG_LEVEL: 'error',
      ALLKIRI_PORT: String(await freePort()),
    },
    timeoutMs: 120_000,
  })
  try {
    const base = siva3 ? service.base : `${service.base}/V3`
    console.log(`conformance of SiVa 3: ${chosen.length} cases at ${base}, clock ${CLOCK_OF_SIVA3}`)
    // A folder of the cases of this part, beside the files of the others, which it refers to.
    const part = mkdtempSync(join(folder, 'cases-'))
    const inside = join(part, 'siva3')
    mkdirSync(inside)
    writeFileSync(join(inside, 'cases.json'), JSON.stringify({ ...all, cases: chosen }))
    for (const name of readdirSync(cases)) if (name !== 'cases.json') symlinkSync(join(cases, name), join(inside, name))
    symlinkSync(join(shared, 'conformance'), join(part, 'conformance'))
    const baseline = join(part, 'baseline.json')
    const ids = new Set(chosen.map(({ id }) => id))
    writeFileSync(baseline, JSON.stringify(Object.fromEntries(Object.entries(known).filter(([id]) => ids.has(id)))))
    const passed = args.filter((each) => each !== '--root-only')
    return await run(process.execPath, [tool, '--base', base, '--cases', inside, '--baseline', baseline, ...passed])
  } finally {
    await service.stop()
  }
}

function run(command, parameters) {
  return new Promise((done, fail) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'], cwd: root })
    child.once('error', fail)
    child.once('exit', (code) => done(code ?? 2))
  })
}
