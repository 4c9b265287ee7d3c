// What other processes do with the store of a running service. Each returns one sentence for everything that went wrong.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort, startService } from '../../support/run-service.mjs'

/**
 * @typedef {{ root: string, env: Record<string, string>, folder: string, recipient: string, databaseUrl: string | null, acknowledged: Map<string, string>,
 *   post: (port: number) => Promise<{ status: number } | null> }} Beside
 */

/** An export ends, and holds everything that was acknowledged before it began. */
export async function exportBeside(/** @type {Beside} */ beside) {
  const before = [...beside.acknowledged.keys()]
  const { status, out, err } = await run(beside, process.execPath, [join(beside.root, 'dist/main.js'), 'capsules', 'export'])
  if (status !== 0) return [`export: exit status ${status}: ${err}`]
  const ids = new Set(out.split('\n').map((line) => (line === '' ? '' : `/key-capsules/${JSON.parse(line).transaction_id}`)))
  const missing = before.filter((path) => !ids.has(path))
  return missing.length === 0 ? [] : [`export: ${missing.length} of ${before.length} acknowledged capsules are missing`]
}

/** A backup ends, is whole, and restored it holds everything that was acknowledged before it began. PostgreSQL has tools of its own. */
export async function backupBeside(/** @type {Beside} */ beside) {
  if (beside.databaseUrl !== null) return []
  const before = [...beside.acknowledged.keys()]
  const program = join(beside.root, 'dist/main.js')
  const target = mkdtempSync(join(beside.folder, 'restored-'))
  const file = join(target, 'backup.db')
  const restored = { ...beside, env: { ...beside.env, ALLKIRI_DATA: target } }
  for (const [from, command, ...args] of [
    [beside, 'backup', file],
    [beside, 'verify', file],
    [restored, 'restore', file],
  ]) {
    const { status, err } = await run(from, process.execPath, [program, 'capsules', command, ...args])
    if (status !== 0) return [`${command}: exit status ${status}: ${err}`]
  }
  const wrong = await exportBeside({ ...restored, acknowledged: new Map(before.map((path) => [path, ''])) })
  rmSync(target, { recursive: true })
  return wrong.map((sentence) => `backup: ${sentence}`)
}

/** What an import has added counts as acknowledged. */
export async function importBeside(/** @type {Beside} */ beside) {
  const capsules = Array.from({ length: 20 }, () => [randomBytes(16).toString('hex'), randomBytes(24).toString('base64')])
  const lines = capsules.map(([id, material]) =>
    JSON.stringify({
      transaction_id: id,
      expiry_time: '2100-01-01T00:00:00Z',
      expiry_time_adjusted: false,
      capsule_type: 'rsa',
      recipient_id: beside.recipient,
      ephemeral_key_material: material,
    }),
  )
  const input = [...lines, JSON.stringify({ end: true, records: lines.length })].join('\n')
  const { status, err } = await run(beside, process.execPath, [join(beside.root, 'dist/main.js'), 'capsules', 'import'], input)
  if (status !== 0) return [`import: exit status ${status}: ${err}`]
  for (const [id, material] of capsules) beside.acknowledged.set(`/key-capsules/${id}`, material)
  return []
}

/** A second service on the same folder is refused with a sentence; on the same PostgreSQL it takes a capsule, and ends. */
export async function secondServiceBeside(/** @type {Beside} */ beside) {
  const [port, postPort, getPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...beside.env,
    ALLKIRI_PORT: String(port),
    ALLKIRI_CAPSULES_POST_PORT: String(postPort),
    ALLKIRI_CAPSULES_GET_PORT: String(getPort),
  }
  if (beside.databaseUrl === null) {
    const { status, err } = await run({ env }, process.execPath, [join(beside.root, 'dist/main.js'), 'serve'])
    return status === 64 && /Another service uses this folder/.test(err) ? [] : [`second service: exit status ${status}: ${err}`]
  }
  const second = await startService({ root: beside.root, env })
  const answer = await beside.post(postPort)
  await second.stop()
  const { exitCode } = second.process
  return [
    ...(answer?.status === 201 ? [] : [`second service: status ${answer?.status}`]),
    ...(exitCode === 0 ? [] : [`second service: exit status ${exitCode}`]),
  ]
}

/**
 * The files of the embedded store are taken away under load. Nothing is acknowledged any more, and what was acknowledged is in a file afterwards: after `moved`
 * in the database that was moved away, which is put back; after `deleted` in the copy that the service has saved, which is restored.
 */
export async function takeFilesAway(
  /** @type {Beside & { service: { stop: () => Promise<unknown> }, loads: Promise<unknown>[], stopLoad: () => void, lastBegan: () => number }} */ round,
  how,
) {
  const { env, root, service } = round
  const data = env.ALLKIRI_DATA
  const file = join(data, 'key-capsules.db')
  const wrong = []
  if (how === 'moved') renameSync(file, `${file}.away`)
  else for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`)
  const gone = performance.now()
  await pause(1_500)
  if (how === 'moved') service.process.kill('SIGKILL')
  round.stopLoad()
  await Promise.all(round.loads)
  // What was on its way when the file went belongs to capsules that are in it, however late it is answered.
  if (round.lastBegan() > gone + 1_000) wrong.push(`${how}: a capsule was acknowledged that came afterwards`)
  await service.stop()
  const start = await run({ env }, process.execPath, [join(root, 'dist/main.js'), 'serve'])
  if (start.status !== 64) wrong.push(`${how}: a start without the database has exit status ${start.status}: ${start.err}`)
  if (how === 'moved') renameSync(`${file}.away`, file)
  else {
    // As the sentence of the refused start says.
    const saved = /(\S+key-capsules\.saved-\w+\.db)/.exec(start.err)?.[1] ?? 'none'
    const { status, err } = await run({ env }, process.execPath, [join(root, 'dist/main.js'), 'capsules', 'restore', saved])
    if (status !== 0) wrong.push(`${how}: restore of ${saved}: ${status} ${err}`)
  }
  return wrong
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

const python = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=20)
print(database.execute('SELECT count(*) FROM key_capsule').fetchone()[0])
database.close()`
const node = (root) => `
import { createRequire } from 'node:module'
const Database = createRequire(${JSON.stringify(pathToFileURL(join(root, 'package.json')).href)})('libsql')
const database = new Database(process.argv[1])
console.log(database.prepare('SELECT count(*) AS count FROM key_capsule').get().count)
database.close()`

/** A reader that knows nothing of the service: Python's own SQLite where there is one, else ours in a process of its own; `pg` for PostgreSQL. */
export async function foreignReaderBeside(/** @type {Beside} */ beside) {
  const before = beside.acknowledged.size
  const { status, out, err } = await readAsStranger(beside)
  if (status !== 0) return [`foreign reader: exit status ${status}: ${err}`]
  return Number(out) >= before ? [] : [`foreign reader: it sees ${out.trim()} capsules, ${before} were acknowledged before`]
}

async function readAsStranger(beside) {
  if (beside.databaseUrl !== null) {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: beside.databaseUrl })
    await client.connect()
    const { rows } = await client.query('SELECT count(*) AS count FROM key_capsule')
    await client.end()
    return { status: 0, out: rows[0].count, err: '' }
  }
  const file = join(beside.env.ALLKIRI_DATA, 'key-capsules.db')
  if (pythonHasSqlite()) return run(beside, 'python3', ['-c', python, file])
  return run(beside, process.execPath, ['--input-type=module', '-e', node(beside.root), file])
}

function pythonHasSqlite() {
  try {
    execFileSync('python3', ['-c', 'import sqlite3'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function run({ env }, command, args, input = '') {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['pipe', 'pipe', 'pipe'], timeout: 300_000 })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((done) => child.once('close', (status) => done({ status, out, err })))
}
