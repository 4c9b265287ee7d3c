#!/usr/bin/env node
// Starts the service on a free port with the clock and the trust that the published cases stand for, runs the shared conformance tool against it
// and stops it again.
//
//   npm run conformance                                        all areas that the service knows, and then the cases of SiVa 3 (run-siva3.mjs)
//   npm run conformance -- --area bdoc --interface json        arguments go to the tool: --filter TEXT, --json FILE, --baseline FILE, …
//   npm run conformance -- --cases DIR                         another folder of cases
//   npm run conformance -- --serve                             keeps the service running, to explore by hand
//
// The cases and their trust are not part of this repository. Where they are missing the run says so and exits 0.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../support/run-service.mjs'
import { CLOCK, writeConformanceTrust } from './trust.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const shared = resolve(root, '../shared')
const args = process.argv.slice(2)
const option = (name) => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? undefined : args[at + 1]
}

const tool = join(shared, 'tools/conformance.mjs')
const cases = resolve(option('cases') ?? join(shared, 'conformance'))
if (!existsSync(tool) || !existsSync(join(cases, 'cases.json'))) {
  console.log(
    `conformance: 0 cases run, all skipped: none at ${option('cases') ?? '../shared/conformance'} (they are published apart from this repository)`,
  )
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'allkiri-conformance-'))
let service
let status = 2
try {
  const trust = writeConformanceTrust(join(shared, 'trust'), folder)
  const all = JSON.parse(readFileSync(join(cases, 'cases.json'), 'utf8'))
  await start(trust, 'with the trust of the cases')
  if (args.includes('--serve')) {
    console.log('conformance: running until interrupted')
    status = await new Promise((done) => {
      process.once('SIGINT', () => done(0))
      process.once('SIGTERM', () => done(0))
      service.process.once('exit', (code) => done(code ?? 2))
    })
  } else {
    status = await runCases(all.filter((one) => !needsNoTrust(one)))
    await service.stop()
    await start({ ALLKIRI_TRUST_LISTS: 'none' }, 'without trust')
    status = Math.max(status, await runCases(all.filter(needsNoTrust)))
  }
} catch (error) {
  console.error(`conformance: ${error instanceof Error ? error.message : String(error)}`)
} finally {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (!args.includes('--serve') && option('cases') === undefined) {
  // The cases of SiVa 3 decide as well; arguments are for those of SiVa 1.
  status = Math.max(status, await run(process.execPath, [join(root, 'test/conformance/run-siva3.mjs')]))
}
process.exit(status)

/** Verdicts that the reference's own tests reached without any anchor: with the lists of the EU some of these signatures pass, and rightly so. */
function needsNoTrust({ area, trust }) {
  return trust === 'none' && area.startsWith('dss-')
}

async function start(trust, described) {
  const port = String(await freePort())
  service = await startService({
    root,
    env: { ALLKIRI_CLOCK: CLOCK, ...trust, ALLKIRI_LOG_LEVEL: 'error', ALLKIRI_PORT: port },
    timeoutMs: 120_000,
  })
  console.log(`conformance: service at ${service.base}, clock ${CLOCK}, ${described}`)
}

async function runCases(chosen) {
  const part = mkdtempSync(join(folder, 'cases-'))
  writeFileSync(join(part, 'cases.json'), JSON.stringify(chosen))
  for (const name of readdirSync(cases)) if (name !== 'cases.json') symlinkSync(join(cases, name), join(part, name))
  const passed = args.filter((a, i) => a !== '--cases' && args[i - 1] !== '--cases')
  return await run(process.execPath, [tool, '--base', service.base, '--cases', part, ...passed])
}

function run(command, parameters) {
  return new Promise((done, fail) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'], cwd: root })
    child.once('error', fail)
    child.once('exit', (code) => done(code ?? 2))
  })
}
