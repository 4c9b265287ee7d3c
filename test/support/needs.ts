import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

declare module 'vitest' {
  interface TaskMeta {
    /** What the test needs and this machine lacks; the last lines of a run count the skipped tests by it. */
    missing?: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `npm run build` has been run: there are the program and the files of its threads. */
export const isBuilt = existsSync(join(root, 'dist/main.js'))

/**
 * Options of a test or of a group that needs something of the machine: where one of these is not there it is skipped, and the end of the run says what was
 * missing.
 * @param things by the name that the reader of "12 no …" knows them under, whether they are there
 * @example describe('two instances on one database', needs({ PostgreSQL: postgresCanRun() }), () => { … })
 */
export function needs(things: Readonly<Record<string, boolean>>): { readonly skip?: boolean; readonly meta?: { missing: string } } {
  const missing = Object.keys(things).find((name) => things[name] === false)
  return missing === undefined ? {} : { skip: true, meta: { missing } }
}
