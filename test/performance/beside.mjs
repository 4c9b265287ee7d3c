#!/usr/bin/env node
// Compares the built service with another one, such as the release before, over REST in one run: throughput and processor time as ratios.
// Never part of a test: absolute figures belong to the machine, the ratios count.
//
//   npm run build && node --import ./test/support/register-typescript.js test/performance/beside.mjs FOLDER [--quick] [NAME…]
//
// FOLDER holds the other one, built. NAME: documents of `documents.mjs`; those that the other one does not know are left out.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../support/run-service.mjs'
import { benchDocument, benchDocuments } from './documents.mjs'
import { bodyOf, loadInTurns, passes, residentMegabytes } from './rest-load.mjs'
import { writeXroadTrust } from './xroad-documents.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const [other, ...names] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
if (other === undefined) throw new Error('name the folder of the other build')
const quick = process.argv.includes('--quick')
const fixture = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
const env = { ALLKIRI_TRUST: join(root, 'fixtures', fixture.trust), ALLKIRI_CLOCK: fixture.validationTime, ALLKIRI_LOG_LEVEL: 'error' }
const folder = mkdtempSync(join(tmpdir(), 'allkiri-beside-'))
const xroad = { ALLKIRI_XROAD: writeXroadTrust(folder) }

async function start(of) {
  const own = async (more) => startService({ root: of, env: { ...env, ...more, ALLKIRI_PORT: String(await freePort()) } })
  // An older release refuses settings that it does not know.
  return own(xroad).catch(() => own({}))
}
const services = [await start(resolve(other)), await start(root)]
const rows = []
try {
  for (const name of names.length === 0 ? Object.keys(benchDocuments) : names) {
    const bodies = [bodyOf(benchDocument(name))]
    if (!(await passes(services[1].base, bodies[0]))) throw new Error(`${name} does not pass`)
    if (!(await passes(services[0].base, bodies[0]).catch(() => false))) continue
    // The compiler is done after 6,000 to 8,000 validations in each thread.
    const options = quick ? { seconds: 1, rounds: 3, warmUp: 3 } : { seconds: 2, rounds: 5, warmUp: 15 }
    const [before, now] = await loadInTurns(
      services.map((service) => ({ service, bodies })),
      options,
    )
    const row = {
      document: name,
      'before, 1/s': before.perSecond.toFixed(0),
      'now, 1/s': now.perSecond.toFixed(0),
      throughput: `${(now.perSecond / before.perSecond).toFixed(2)} ×`,
      'before, µs': before.microseconds?.toFixed(0),
      'now, µs': now.microseconds?.toFixed(0),
      work: `${(before.microseconds / now.microseconds).toFixed(2)} ×`,
      'memory, MB': services.map(({ process: { pid } }) => residentMegabytes(pid)?.toFixed(0)).join(' → '),
    }
    rows.push(row)
    console.log(`${name}: ${row.throughput} of the throughput, ${row.work} less work for each, memory ${row['memory, MB']} MB`)
  }
} finally {
  for (const service of services) await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.table(rows)
