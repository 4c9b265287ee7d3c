import { afterAll, beforeAll, describe } from 'vitest'
import { type CapsulesUnderTest, startOfTests } from '../../../support/capsule-listeners.js'
import { needs } from '../../../support/needs.js'
import { postgresCanRun } from '../../../support/postgres-can-run.js'
import { storeAt } from '../../../support/settings.js'
import { startTestDatabase, type TestDatabase } from '../../../support/test-database.js'
import { capsulesOfCorpus, corpusPresent, corpusSuite } from './corpus-suite.js'

describe(
  'requests of the published corpus, with two instances that share PostgreSQL',
  needs({ PostgreSQL: postgresCanRun(), 'published corpus of requests beside the repository': corpusPresent }),
  () => {
    /** Capsules are sent to the first, and fetched from the second. */
    let first: CapsulesUnderTest
    let second: CapsulesUnderTest
    let database: TestDatabase
    beforeAll(async () => {
      database = await startTestDatabase()
      const store = storeAt(database.url, 4)
      first = await capsulesOfCorpus(store)
      second = await capsulesOfCorpus(store)
    })
    afterAll(async () => {
      await first.close()
      await second.close()
      await database.stop()
    })

    corpusSuite(() => ({ post: first.post, get: second.get, clock: () => startOfTests, tolerance: 0, logged: second.logged }))
  },
)
