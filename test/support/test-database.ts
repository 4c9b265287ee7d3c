import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresPrograms } from './postgres-programs.js'
import { initialiseCluster, runStatements, serverOf } from './postgres-server.js'
import { freePort } from './run-service.mjs'

/** A real PostgreSQL server of its own, in a new folder; gone with `stop`. */
export interface TestDatabase {
  readonly url: string
  /** A further, empty database on the same server. */
  readonly another: (name: string) => Promise<string>
  /** Runs statements as an administrator; returns the rows of the last one. */
  readonly run: (url: string, ...statements: readonly string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The server goes away, and comes back with what it had. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** The server goes away at once and without a checkpoint, as in a crash. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param settings `name=value` of `postgresql.conf` */
export async function startTestDatabase(settings: readonly string[] = []): Promise<TestDatabase> {
  const programs = findPostgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'capsules-postgres-'))
  chmodSync(folder, 0o755)
  const server = serverOf(programs, initialiseCluster(programs, folder, 'data'), { folder, port: await freePort(), settings })
  const addressOf = (database: string) => `postgres://allkiri@127.0.0.1:${server.port}/${database}`
  const another = async (name: string): Promise<string> => {
    await runStatements(addressOf('postgres'), [`CREATE DATABASE ${name}`])
    return addressOf(name)
  }
  await server.start()
  return {
    url: await another('capsules'),
    another,
    run: (url, ...statements) => runStatements(url, statements),
    pause: () => server.end('SIGINT'),
    resume: server.start,
    crash: () => server.end('SIGQUIT'),
    stop: async () => {
      await server.end('SIGINT')
      programs.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
