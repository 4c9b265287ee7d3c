import { describe, expect, it } from 'vitest'
import type { CapsuleRecord, MoveResult } from '#capsules/rules'
import { type CapsuleStore, writeEnd, writeRecord } from '#capsules/rules'
import { exportCapsules, importCapsules } from '#capsules/service'
import { limits } from '#config'
import { boundedLines } from '../../../src/capsules/service/bounded-lines.js'

const { importBatch, maxLineBytes } = limits.capsules

function record(i: number): CapsuleRecord {
  return {
    kind: 'stored',
    capsule: {
      id: `KC${String(i).padStart(32, '0')}`,
      type: 'rsa',
      recipient: Buffer.alloc(270, 1),
      keyMaterial: Buffer.alloc(256, 2),
      expiry: 1_900_000_000_000 + i,
      adjusted: false,
    },
  }
}

function storeOf(methods: Partial<CapsuleStore>): CapsuleStore {
  const unused = () => Promise.reject(new Error('not asked'))
  return {
    add: unused,
    find: unused,
    deleteExpired: unused,
    moveIn: unused,
    probe: unused,
    record: unused,
    count: unused,
    delete: unused,
    assertWhole: unused,
    readClock: unused,
    keepClock: unused,
    acceptClock: unused,
    close: unused,
    // biome-ignore lint/correctness/useYield: nothing is there
    records: async function* () {
      await unused()
    },
    ...methods,
  }
}

async function collect(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const found: string[] = []
  for await (const line of lines) found.push(line)
  return found
}

async function* piecesOf(...pieces: readonly (string | Uint8Array)[]) {
  for (const piece of pieces) yield await Promise.resolve(piece)
}

describe('a move of more capsules than memory holds', () => {
  it('a move of more capsules than memory holds reads the store as fast as the lines are taken, and no faster', async () => {
    let read = 0
    const store = storeOf({
      records: async function* () {
        for (; read < 1_000_000; ) {
          read += 1
          yield await Promise.resolve(record(read))
        }
      },
    })
    let taken = 0
    for await (const line of exportCapsules(store)) {
      expect(line.length).toBeGreaterThan(0)
      taken += 1
      expect(read).toBeLessThanOrEqual(taken + 1)
      if (taken === 2_000) break
    }
    expect(read).toBeLessThanOrEqual(2_001)
  })

  it('a move of more capsules than memory holds holds one transaction of lines, and no more than one piece of the file besides', async () => {
    const records = 20 * importBatch + 7
    let written = 0
    let moved = 0
    let mostHeld = 0
    let largest = 0
    const store = storeOf({
      moveIn: (batch) => {
        mostHeld = Math.max(mostHeld, written - moved)
        largest = Math.max(largest, batch.length)
        moved += batch.length
        return Promise.resolve(batch.map((): MoveResult => 'added'))
      },
    })
    const perPiece = 60
    async function* file() {
      while (written < records) {
        const some = Array.from({ length: Math.min(perPiece, records - written) }, (_, i) => writeRecord(record(written + i)))
        written += some.length
        yield await Promise.resolve(Buffer.from(`${some.join('\n')}\n`))
      }
      yield `${writeEnd(records)}\n`
    }
    expect(await importCapsules(store, file(), limits.capsules)).toEqual({ kind: 'complete', added: records, identical: 0 })
    expect(largest).toBe(importBatch)
    expect(mostHeld).toBeLessThanOrEqual(importBatch + perPiece)
  })

  it('a move of more capsules than memory holds stops at a line without an end as soon as it is longer than any capsule', async () => {
    let read = 0
    async function* endless() {
      for (;;) {
        read += 1_000
        yield await Promise.resolve('x'.repeat(1_000))
      }
    }
    const outcome = await importCapsules(storeOf({ moveIn: () => Promise.resolve([]) }), endless(), limits.capsules)
    expect(outcome).toMatchObject({ kind: 'stopped', line: 1, reason: 'it is longer than any capsule' })
    expect(read).toBeLessThan(maxLineBytes + 2_000)
  })
})

describe('the lines of an export', () => {
  it('the lines of an export are the same in pieces of any size, and with the line ends of another system', async () => {
    const lines = [...[1, 2, 3].map((i) => writeRecord(record(i))), writeEnd(3)]
    for (const text of [`${lines.join('\n')}\n`, lines.join('\n'), `${lines.join('\r\n')}\r\n`]) {
      for (const size of [1, 7, 1_000, 100_000]) {
        const bytes = Buffer.from(text)
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
        expect(await collect(boundedLines(piecesOf(...pieces), 10_000))).toEqual(lines)
      }
    }
  })

  it('the lines of an export keep empty ones, so that they can be counted', async () => {
    expect(await collect(boundedLines(piecesOf('a\n\n', '\r\nb'), 10))).toEqual(['a', '', '', 'b'])
    expect(await collect(boundedLines(piecesOf('', ''), 10))).toEqual([])
  })

  it('the lines of an export have the longest length exactly; a longer one comes cut, and is the last one without an end', async () => {
    const long = 'x'.repeat(10)
    expect(await collect(boundedLines(piecesOf(`${long}\r\n${long}\n${long}`), 10))).toEqual([long, long, long])
    const [ended = '', endless = '', ...more] = await collect(
      boundedLines(piecesOf(`${long.repeat(9)}\n`, 'x', ...long.repeat(9), '\nlater'), 10),
    )
    for (const line of [ended, endless]) {
      expect(line.length).toBeGreaterThan(10)
      expect(line.length).toBeLessThanOrEqual(12)
    }
    expect(more).toEqual([])
  })
})
