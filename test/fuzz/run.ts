/**
 * Runs a fuzz target for some minutes: `node --conditions=source --import ./test/support/register-typescript.js test/fuzz/run.ts pdf 10 [seed]`.
 * Inputs that crash, and the slowest one, are written to the folder in FUZZ_OUTPUT.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FuzzResult } from './fuzz.js'
import { fuzzPdfReader } from './pdf-reader.js'

const targets: Readonly<Record<string, (seed: number, bounds: { readonly milliseconds: number }) => FuzzResult>> = { pdf: fuzzPdfReader }

const [, , name = '', minutes = '1', seed = '1'] = process.argv
const target = targets[name]
if (target === undefined) throw new Error(`no target ${name}; there is ${Object.keys(targets).join(', ')}`)
const { inputs, outcomes, crashes, slowest, peakMemory } = target(Number(seed), { milliseconds: Number(minutes) * 60_000 })
const folder = process.env['FUZZ_OUTPUT']
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'slowest'), slowest.input)
  for (const [index, { input }] of crashes.slice(0, 20).entries()) writeFileSync(join(folder, `crash-${index}`), input)
}
console.log(
  JSON.stringify(
    {
      inputs,
      crashes: crashes.length,
      slowestMilliseconds: Math.round(slowest.milliseconds),
      peakMegabytes: Math.round(peakMemory / 1e6),
      outcomes: Object.fromEntries(outcomes),
    },
    null,
    2,
  ),
)
for (const { error } of crashes.slice(0, 5)) console.error(error)
process.exitCode = crashes.length === 0 ? 0 : 1
