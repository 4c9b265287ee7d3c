import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { storeIn } from '../../support/settings.js'
import { clockSteps } from './clock-steps.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the clock of a machine that steps, with SQLite', () => {
  clockSteps(() => {
    const folder = mkdtempSync(join(tmpdir(), 'clock-step-'))
    folders.push(folder)
    return Promise.resolve(storeIn(folder))
  })
})
