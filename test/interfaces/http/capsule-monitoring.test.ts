import { pino } from 'pino'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import type { CapsuleService, CapsuleStoreState } from '#capsules/service'
import { createServer } from '#interfaces/http'
import { ofRoute } from '../../support/schema-references.js'
import { settingsWith } from '../../support/settings.js'

const counts = { stored: 5, adjusted: 1, fetched: 4, refused: 3, expired: 2 }

/** A server without validation; every answer is checked against its schema. */
function serverOf(state: CapsuleStoreState) {
  const capsules: CapsuleService = {
    clock: () => Date.UTC(2026, 10, 21, 12),
    store: () => Promise.reject(new Error('not asked')),
    fetch: () => Promise.reject(new Error('not asked')),
    admitClient: () => Promise.resolve({ kind: 'refused', reason: 'issuer-unknown' }),
    clientAuthorities: () => [],
    reloadClients: () => undefined,
    countRefusal: () => undefined,
    counts: () => counts,
    state: () => Promise.resolve(state),
    close: () => Promise.resolve(),
  }
  return createServer({
    settings: settingsWith(),
    service: null,
    capsules,
    logger: pino({ level: 'silent' }),
    checkAnswer: (schema, answer) => {
      const wrong = Errors(ofRoute(schema) as unknown as TSchema, answer)
      if (wrong.length > 0) throw new Error(`the answer does not fit its schema: ${JSON.stringify(wrong)}`)
    },
  })
}

const usable: CapsuleStoreState = { usable: true, latencyMilliseconds: 1.2, kind: 'embedded', capsules: 7, deletion: 'running' }
const away: CapsuleStoreState = { usable: false, latencyMilliseconds: null, kind: 'postgresql', capsules: null, deletion: 'running' }

describe('monitoring of a process with capsules only', () => {
  it('monitoring of a process with capsules only shows the store as a link in health, and its latency in readiness', async () => {
    const app = await serverOf(usable)
    const health = await app.inject('/monitoring/health')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toMatchObject({ status: 'UP', link1: { status: 'UP', name: 'capsule store' } })
    const readiness = await app.inject('/monitoring/readiness')
    expect([readiness.statusCode, readiness.json()]).toEqual([200, { ready: true, reasons: [], capsules: { store: usable, counts } }])
    await app.close()
  })

  it('monitoring of a process with capsules only reports that deletion is suspended, and stays UP and ready: capsules are stored and fetched', async () => {
    const app = await serverOf({ ...usable, deletion: 'suspended' })
    const health = await app.inject('/monitoring/health')
    expect([health.statusCode, health.json()]).toMatchObject([
      200,
      {
        status: 'UP',
        link1: { status: 'UP' },
        link2: { status: 'UP', name: expect.stringMatching(/clock has stepped.*accept-clock/) as string },
      },
    ])
    const readiness = await app.inject('/monitoring/readiness')
    expect([readiness.statusCode, readiness.json()]).toMatchObject([200, { ready: true, capsules: { store: { deletion: 'suspended' } } }])
    await app.close()
  })

  it('monitoring of a process with capsules only points to nothing that this process does not serve', async () => {
    const app = await serverOf(usable)
    const answer = await app.inject({ method: 'POST', url: '/validate' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('Validation is at')
    expect(answer.body).toContain('key capsules have ports of their own')
    await app.close()
  })

  it('monitoring of a process with capsules only is DOWN and not ready while the store cannot be written to', async () => {
    const app = await serverOf(away)
    const health = await app.inject('/monitoring/health.json')
    expect([health.statusCode, health.json<{ status: string }>().status]).toEqual([503, 'DOWN'])
    const readiness = await app.inject('/monitoring/readiness')
    expect(readiness.statusCode).toBe(503)
    expect(readiness.json<{ reasons: string[] }>().reasons).toEqual([expect.stringContaining('capsule store')])
    await app.close()
  })

  it('monitoring of a process with capsules only counts for whoever collects figures', async () => {
    const app = await serverOf(usable)
    const metrics = await app.inject('/monitoring/metrics')
    expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(metrics.body.match(/^allkiri_capsules_\w+ \d+$/gm)).toEqual([
      'allkiri_capsules_stored_total 5',
      'allkiri_capsules_adjusted_total 1',
      'allkiri_capsules_fetched_total 4',
      'allkiri_capsules_refused_total 3',
      'allkiri_capsules_expired_total 2',
    ])
    expect(metrics.body).toContain('\nallkiri_capsules 7\n')
    await app.close()
  })

  it('monitoring of a process with capsules only validates nothing', async () => {
    const app = await serverOf(usable)
    expect((await app.inject({ method: 'POST', url: '/validate', payload: {} })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/key-capsules', payload: {} })).statusCode).toBe(404)
    await app.close()
  })
})
