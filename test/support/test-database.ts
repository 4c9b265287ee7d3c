import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgresPrograms } from './postgres-programs.js'
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

export async function startTestDatabase(): Promise<TestDatabase> {
  const programs = findPostgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'capsules-postgres-'))
  const data = join(folder, 'data')
  chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  const { uid, gid } = programs.user
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid)
  const common = { ...programs.user, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(
    programs.initdb,
    ['--pgdata', data, '--username', 'allkiri', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    {
      ...common,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )

  const port = await freePort()
  let server: ChildProcess | null = null
  const kill = () => server?.kill('SIGKILL')
  process.once('exit', kill)
  const start = async (): Promise<void> => {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=50'].flatMap((setting) => ['-c', setting])
    const started = spawn(programs.postgres, ['-D', data, '-p', String(port), ...settings], {
      ...common,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    await new Promise<void>((resolve, reject) => {
      let log = ''
      started.stderr.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString('utf8')).slice(-4_000)
        if (log.includes('ready to accept connections')) resolve()
      })
      started.once('error', reject)
      started.once('exit', () => reject(new Error(`the database server has ended:\n${log}`)))
    })
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server
    server = null
    if (ending === null || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }

  const addressOf = (database: string) => `postgres://allkiri@127.0.0.1:${port}/${database}`
  const run: TestDatabase['run'] = async (url, ...statements) => {
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
  const another = async (name: string): Promise<string> => {
    await run(addressOf('postgres'), `CREATE DATABASE ${name}`)
    return addressOf(name)
  }
  await start()
  return {
    url: await another('capsules'),
    another,
    run,
    // Fast shutdown: connections are ended.
    pause: () => end('SIGINT'),
    resume: start,
    // Immediate shutdown: every process of the server exits on the spot, and the next start recovers from the log.
    crash: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT')
      process.off('exit', kill)
      programs.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
