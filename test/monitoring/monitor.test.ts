import { describe, expect, it } from 'vitest'
import { createMonitor } from '../../src/monitoring/monitor.js'

describe('the health of the process', () => {
  it('the health of the process states the time of its answer, not of the question, when a link takes long', async () => {
    let time = Date.UTC(2026, 7, 20, 12)
    const check = () => {
      time += 9_000
      return Promise.resolve([{ name: 'slow', status: 'UP' as const }])
    }
    const monitor = createMonitor({ validation: null, capsules: null, links: { check, close: () => Promise.resolve() }, now: () => time })
    expect(await monitor.health()).toMatchObject({
      startTime: '2026-08-20T12:00:00Z',
      currentTime: '2026-08-20T12:00:09Z',
      links: [{ name: 'slow', status: 'UP' }],
    })
  })
})
