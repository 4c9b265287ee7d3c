import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runRounds } from './durability.mjs'

const built = existsSync(fileURLToPath(new URL('../../dist/service/capsules/writer-thread.js', import.meta.url)))

describe.skipIf(!built)('kill -9 under load (build first; test/capsule/durability.mjs runs more rounds)', () => {
  it.each(['embedded', 'postgresql'] as const)(
    'loses no acknowledged capsule of the %s store, and stores none twice (ruling 37)',
    async (store) => {
      const result = await runRounds({ store, rounds: 2 })
      expect(result.acknowledged).toBeGreaterThan(0)
      expect(result).toMatchObject({ lost: 0, twice: 0 })
    },
    60_000,
  )
})
