import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { postgresCanRun } from '../support/postgres-can-run.js'
import { runFailover } from './failover.mjs'

const built = existsSync(fileURLToPath(new URL('../../dist/service/capsules/postgres-hosts.js', import.meta.url)))

describe.skipIf(!built || !postgresCanRun())(
  'a primary that is killed under load (build first; test/capsule/failover.mjs takes longer)',
  () => {
    it('loses no acknowledged capsule, and three instances recover by themselves when the standby is promoted', async () => {
      const result = await runFailover({ before: 500, outage: 500, after: 500, senders: 6 })
      expect(result.acknowledgedBefore).toBeGreaterThan(0)
      expect(result.acknowledged).toBeGreaterThan(result.acknowledgedBefore)
      expect(result).toMatchObject({
        lost: 0,
        twice: 0,
        restarted: 0,
        readinessInBetween: [503, 503, 503],
        readinessAfter: [200, 200, 200],
      })
      // Nothing else was answered: a capsule was stored, or it was refused.
      expect(Object.keys(result.answers).filter((status) => !['201', '503'].includes(status))).toEqual([])
    }, 180_000)
  },
)
