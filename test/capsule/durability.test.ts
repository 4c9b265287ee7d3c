import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { postgresCanRun } from '../support/postgres-can-run.js'
import { runRounds } from './durability.mjs'

const built = existsSync(fileURLToPath(new URL('../../dist/service/capsules/writer-thread.js', import.meta.url)))

describe.skipIf(!built)('kill -9 under load and beside other processes (build first; test/capsule/durability.mjs runs more rounds)', () => {
  describe.each(['embedded', 'postgresql'] as const)('of the %s store', (store) => {
    it.skipIf(store === 'postgresql' && !postgresCanRun())(
      'loses no acknowledged capsule, and stores none twice (decisions.md#capsule-durability)',
      async () => {
        const result = await runRounds({ store, rounds: 2 })
        expect(result.acknowledged).toBeGreaterThan(0)
        expect(result).toMatchObject({ lost: 0, twice: 0, wrong: [] })
      },
      120_000,
    )
  })

  it.each(['moved', 'deleted'] as const)(
    'loses no acknowledged capsule when the database is %s under load, and acknowledges none afterwards',
    async (only) => {
      const result = await runRounds({ store: 'embedded', rounds: 1, only })
      expect(result.acknowledged).toBeGreaterThan(0)
      expect(result).toMatchObject({ lost: 0, twice: 0, wrong: [] })
    },
    120_000,
  )
})
