import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import runTask from '../../src/service/validation-worker.js'
import type { SharedSnapshot, Task } from '../../src/service/worker-protocol.js'
import { poisonDocuments } from '../performance/poison-documents.js'
import { fixedTrust, loadTrust } from '../support/validation-context.js'

interface Fixture {
  readonly file: string
  readonly documentType: 'BDOC' | 'DDOC' | 'PDF' | 'XROAD'
  readonly policy: 'POLv1' | 'POLv2'
  readonly validationTime: string
  readonly trust: string
}

const fixtures = new URL('../../fixtures/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', fixtures), 'utf8')) as readonly Fixture[]
const snapshots = new Map<string, SharedSnapshot>()

function snapshotOf(trust: string): SharedSnapshot {
  const known = snapshots.get(trust)
  if (known !== undefined) return known
  const loaded = fixedTrust(loadTrust(new URL(trust, fixtures).pathname))
  const snapshot = { id: snapshots.size + 1, packed: loaded.current().packed, instances: loaded.instances }
  snapshots.set(trust, snapshot)
  return snapshot
}

function taskOf({ file, documentType, policy, validationTime, trust }: Fixture): Task {
  const document = new Uint8Array(readFileSync(new URL(file, fixtures)))
  const request = { document, filename: 'a.bin', documentType, policy, validationTime: Date.parse(validationTime) }
  return { kind: 'validate', request, wanted: { explain: false, detailed: true }, trust: snapshotOf(trust) }
}

const poison = poisonDocuments().map(({ documentType, document }): Task => {
  const request = {
    document: new Uint8Array(Buffer.from(document, 'base64')),
    filename: 'a.bin',
    documentType,
    policy: 'POLv1' as const,
    validationTime: Date.parse('2026-06-01T12:00:00Z'),
  }
  return { kind: 'validate', request, wanted: {}, trust: snapshotOf('trust/standard.json') }
})

/** Park and Miller; the same seed gives the same numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

describe('a validation that is cut off', () => {
  const rounds = Number(process.env['CUT_OFF_ROUNDS'] ?? 1)

  it('changes nothing for those that follow in its thread, wherever it was cut off', { timeout: 600_000 * rounds }, async () => {
    const tasks = manifest.map(taskOf)
    const reports = []
    for (const task of tasks) reports.push(await runTask({ task, sliceMilliseconds: null, number: 0 }))
    const below = numbers(20_261_122)
    let cutOff = 0
    for (let round = 0; round < rounds; round++)
      for (const [index, task] of tasks.entries()) {
        const victim = below(4) === 0 ? poison[below(poison.length)] : tasks[below(tasks.length)]
        if (victim === undefined) throw new Error('there are victims')
        const { kind } = await runTask({ task: victim, sliceMilliseconds: 1 + below(below(2) === 0 ? 8 : 60), number: 0 })
        if (kind === 'cut-off') cutOff += 1
        expect(await runTask({ task, sliceMilliseconds: null, number: 0 }), manifest[index]?.file).toEqual(reports[index])
      }
    // On a quick machine fewer are: at least the poisonous ones.
    expect(cutOff).toBeGreaterThan(20)
    if (rounds > 1) console.log(`${cutOff} cut off`)
  })
})
