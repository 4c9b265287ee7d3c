import { afterAll, beforeAll, describe } from 'vitest'
import { needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { storeAt } from '../../support/settings.js'
import { startTestDatabase, type TestDatabase } from '../../support/test-database.js'
import { clockSteps } from './clock-steps.js'

describe('the clock of a machine that steps, with PostgreSQL', needs({ PostgreSQL: postgresCanRun() }), () => {
  let database: TestDatabase
  let databases = 0
  beforeAll(async () => {
    database = await startTestDatabase()
  })
  afterAll(() => database.stop())

  clockSteps(async () => {
    databases += 1
    return storeAt(await database.another(`clock${databases}`), 3)
  })
})
