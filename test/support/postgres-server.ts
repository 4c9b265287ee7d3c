import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { PostgresPrograms } from './postgres-programs.js'

/** One PostgreSQL server of the tests on a loopback port, with its data in `data`. */
export interface PostgresServer {
  readonly port: number
  readonly data: string
  readonly start: () => Promise<void>
  /** SIGINT: connections are ended. SIGQUIT: every process exits on the spot, without a checkpoint. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
  /** SIGKILL to every process of the server, as when the power goes. */
  readonly kill: () => Promise<void>
}

export interface ServerPlace {
  /** Everybody must be allowed to look into it. */
  readonly folder: string
  readonly port: number
  /** `name=value` of `postgresql.conf`. */
  readonly settings?: readonly string[]
}

/** A new cluster, with the administrator `allkiri`, who needs no password. */
export function initialiseCluster(programs: PostgresPrograms, folder: string, name: string): string {
  const data = join(folder, name)
  mkdirSync(data, { mode: 0o700 })
  ownedByServer(programs, data)
  execFileSync(
    programs.initdb,
    ['--pgdata', data, '--username', 'allkiri', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    { ...common(programs, folder), stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return data
}

/** PostgreSQL refuses files of somebody else. */
export function ownedByServer({ user: { uid, gid } }: PostgresPrograms, path: string): void {
  if (uid === undefined || gid === undefined) return
  const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
  for (const each of [path, ...inside.map((name) => join(path, name))]) chownSync(each, uid, gid)
}

export function serverOf(programs: PostgresPrograms, data: string, { folder, port, settings = [] }: ServerPlace): PostgresServer {
  let server: ChildProcess | null = null
  const killed = () => server?.kill('SIGKILL')
  const start = async (): Promise<void> => {
    const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=50', ...settings]
    const started = spawn(programs.postgres, ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])], {
      ...common(programs, folder),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    process.once('exit', killed)
    await new Promise<void>((resolve, reject) => {
      let log = ''
      started.stderr.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString('utf8')).slice(-4_000)
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve()
      })
      started.once('error', reject)
      started.once('exit', () => reject(new Error(`the database server has ended:\n${log}`)))
    })
  }
  const ending = async (kill: (running: ChildProcess) => void): Promise<void> => {
    const running = server
    server = null
    process.off('exit', killed)
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    kill(running)
    await ended
  }
  return {
    port,
    data,
    start,
    end: (signal) => ending((running) => running.kill(signal)),
    kill: () =>
      ending((running) => {
        const children = childrenOf(running.pid ?? -1)
        running.kill('SIGKILL')
        for (const child of children) process.kill(child, 'SIGKILL')
      }),
  }
}

/** Runs statements on a connection of its own; returns the rows of the last one. */
export async function runStatements(url: string, statements: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
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

function common({ user }: PostgresPrograms, folder: string) {
  return { ...user, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } }
}

/** Every backend is a child of the first process, in a process group of its own. */
function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    // The name of the program stands in brackets and may hold anything.
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
