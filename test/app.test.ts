import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { CapsuleService } from '#capsules/service'
import { readSettings } from '#config'
import type { ValidationService } from '#threads'
import { buildInterfaces } from '../src/app.js'

/** Services that only say when they are closed: no interface asks them for anything before it listens. */
function servicesUnderTest() {
  const closed: string[] = []
  const closing = (name: string) => ({ close: async () => void closed.push(name) })
  const validation = { ...closing('validation'), health: () => ({}) } as unknown as ValidationService
  return { closed, services: { validation, capsules: { ...closing('capsules'), clock: () => 0 } as unknown as CapsuleService } }
}

const settings = readSettings({})

describe('the interfaces of a process close the services', () => {
  it('a process closes its services when the server cannot be built', async () => {
    const { closed, services } = servicesUnderTest()
    const logger = {} as FastifyBaseLogger
    await expect(buildInterfaces({ settings, services, logger })).rejects.toThrow('loggerInstance only accepts')
    expect(closed).toEqual(['validation', 'capsules'])
  })

  it('a process closes its services when a listener cannot be built', async () => {
    const { closed, services } = servicesUnderTest()
    const withoutFiles = { ...settings, capsules: {} as NonNullable<typeof settings.capsules> }
    await expect(buildInterfaces({ settings: withoutFiles, services, logger: pino({ level: 'silent' }) })).rejects.toThrow()
    expect(closed).toEqual(['validation', 'capsules'])
  })
})
