import { execFileSync } from 'node:child_process'
import { findPostgresPrograms } from './postgres-programs.js'

let known: boolean | null = null

/** Whether the PostgreSQL of the tests is made for this system. Where it is not, tests that need it are skipped, and shown as such. */
export function postgresCanRun(): boolean {
  known ??= tryToRun()
  return known
}

function tryToRun(): boolean {
  try {
    const { postgres, user, remove } = findPostgresPrograms()
    try {
      execFileSync(postgres, ['--version'], { ...user, stdio: 'ignore' })
      return true
    } finally {
      remove()
    }
  } catch (error) {
    // A package that is not there, a program for another system, a library that it lacks.
    if (error instanceof Error && ('code' in error || 'status' in error)) return false
    throw error
  }
}
