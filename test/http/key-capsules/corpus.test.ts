import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { type CapsulesUnderTest, capsulesUnderTest, startOfTests } from '../../support/capsule-listeners.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { startTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { corpusAuthorities, corpusPresent, corpusSuite } from './corpus-suite.js'

const forms = [
  ['an embedded store', false],
  ['two instances that share PostgreSQL', true],
] as const

describe.each(forms)('requests of the published corpus, with %s', (_form, shared) => {
  describe.skipIf(!corpusPresent || (shared && !postgresCanRun()))('answered as ruled', () => {
    /** Capsules are sent to the first, and fetched from the second. */
    let first: CapsulesUnderTest
    let second: CapsulesUnderTest
    let database: TestDatabase | null = null
    const start = () =>
      capsulesUnderTest((settings, folder) => {
        const authorities = join(folder, 'corpus')
        mkdirSync(authorities)
        for (const [name, pem] of corpusAuthorities()) writeFileSync(join(authorities, name), pem)
        const store = database === null ? settings.store : ({ kind: 'postgresql', url: database.url, connections: 4 } as const)
        return { ...settings, store, clients: { kind: 'mutual-tls', authorities, revocationLists: null } }
      })
    beforeAll(async () => {
      database = shared ? await startTestDatabase() : null
      first = await start()
      second = shared ? await start() : first
    })
    afterAll(async () => {
      await first.close()
      if (shared) await second.close()
      await database?.stop()
    })

    corpusSuite(() => ({ post: first.post, get: second.get, clock: () => startOfTests, tolerance: 0, logged: second.logged }))
  })
})
