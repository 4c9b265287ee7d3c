import { describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { runRounds } from './durability.mjs'

describe(
  'kill -9 under load and beside other processes (build first; test/capsules/rules/durability.mjs runs more rounds)',
  needs({ 'a build': isBuilt }),
  () => {
    describe.each(['embedded', 'postgresql'] as const)('of the %s store', (store) => {
      it(
        'a capsule store that is killed under load loses no acknowledged capsule, and stores none twice (decisions.md#capsule-durability)',
        needs({ PostgreSQL: store !== 'postgresql' || postgresCanRun() }),
        async () => {
          const result = await runRounds({ store, rounds: 2 })
          expect(result.acknowledged).toBeGreaterThan(0)
          expect(result).toMatchObject({ lost: 0, twice: 0, wrong: [] })
        },
      )
    })

    it.each(['moved', 'deleted'] as const)(
      'a capsule store whose database is %s under load loses no acknowledged capsule, and acknowledges none afterwards',
      async (only) => {
        const result = await runRounds({ store: 'embedded', rounds: 1, only })
        expect(result.acknowledged).toBeGreaterThan(0)
        expect(result).toMatchObject({ lost: 0, twice: 0, wrong: [] })
      },
    )
  },
)
