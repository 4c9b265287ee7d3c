import { describe, expect, it } from 'vitest'
import { connectionsWithin, descriptorLimitIn, limits, readSettings } from '#config'

const settingsOf = (more: Readonly<Record<string, string>> = {}) => readSettings({ ALLKIRI_WORKERS: '2', ...more })
const full = { server: limits.http.maxConnections, capsules: limits.capsules.maxConnections, metrics: limits.metrics.maxConnections }

describe('connections within the limit of open files', () => {
  it('connections within the limit of open files are all that the service accepts where the limit is high or unknown', () => {
    expect(connectionsWithin(null, settingsOf())).toEqual(full)
    expect(connectionsWithin(4_096, settingsOf())).toEqual(full)
  })

  it('connections within the limit of open files leave descriptors for the process and its threads', () => {
    const { server } = connectionsWithin(256, settingsOf())
    expect(server).toBeGreaterThan(100)
    expect(server).toBeLessThanOrEqual(256 - 100)
  })

  it('connections within the limit of open files are shared between the listeners, and leave descriptors for the connections of the service itself', () => {
    const capsules = {
      ALLKIRI_SERVICES: 'validation,capsules',
      ALLKIRI_CAPSULES_SANDBOX: 'true',
      ALLKIRI_CAPSULES_DATABASE: 'postgres://a@b/c',
      ALLKIRI_CAPSULES_GET_PORT: '8444',
      ALLKIRI_METRICS_PORT: '9100',
    }
    const share = connectionsWithin(1_024, settingsOf(capsules))
    expect(share.server + 2 * share.capsules + share.metrics).toBeLessThan(1_024 - 100)
    expect(share.capsules).toBe(share.server)
    const more = connectionsWithin(1_024, settingsOf({ ...capsules, ALLKIRI_CAPSULES_DATABASE_CONNECTIONS: '100' }))
    expect(more.capsules).toBeLessThan(share.capsules)
  })

  it('connections within the limit of open files are some for each listener even where the limit leaves none', () => {
    expect(connectionsWithin(64, settingsOf())).toEqual({ server: 16, capsules: 16, metrics: 16 })
  })

  it('the limit of open files is the soft limit of Linux, which may be none', () => {
    const line = (soft: string) =>
      `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft}                 524288               files     \n`
    expect(descriptorLimitIn(line('1024'))).toBe(1_024)
    expect(descriptorLimitIn(line('unlimited'))).toBeNull()
    expect(descriptorLimitIn('')).toBeNull()
  })
})
