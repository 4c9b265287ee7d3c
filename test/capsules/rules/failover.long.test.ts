import { describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { runFailover } from './failover.mjs'

describe(
  'a primary that is killed under load (build first; test/capsules/rules/failover.mjs takes longer)',
  needs({ 'a build': isBuilt, PostgreSQL: postgresCanRun() }),
  () => {
    it('a primary that is killed under load loses no acknowledged capsule, and three instances recover by themselves when the standby is promoted', async () => {
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
    })
  },
)
