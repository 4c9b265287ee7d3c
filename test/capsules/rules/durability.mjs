// Kills the capsule service under load and looks whether every acknowledged capsule is there, and none twice. Other processes use the same store
// before the kill: an export, an import, a backup, a second service (refused on a folder), and a reader that is not ours. In every fifth round of the embedded
// store its database is moved away or deleted under load instead.
// node test/capsules/rules/durability.mjs [--store embedded|postgresql] [--rounds 20] [--pause 20] [--only kill|moved|deleted]     Build first.
// The pause is that of each sender after an answer, in milliseconds: where processes start slowly, a round would otherwise store a hundred thousand.
import { execFileSync } from 'node:child_process'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import '../../support/register-typescript.js'
import { startService } from '../../support/run-service.mjs'
import { backupBeside, exportBeside, foreignReaderBeside, importBeside, secondServiceBeside, takeFilesAway } from './beside-the-service.mjs'
import { ask, prepareCapsules, submit } from './capsules-over-tls.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const senders = 16

/**
 * Each round: start, load, other processes on the same store, a kill at a moment of chance after they have ended, start again, look. With PostgreSQL
 * every second round takes the database down as well, without a checkpoint. Returns what was acknowledged, what is lost and what is there twice.
 * @param {{ store: 'embedded' | 'postgresql', rounds: number, milliseconds?: number, pause?: number, only?: 'kill' | 'moved' | 'deleted',
 *   log?: (line: string) => void }} options `only`: what happens in every round
 */
export async function runRounds({ store, rounds, milliseconds = 600, pause = 0, only, log = () => undefined }) {
  const prepared = await prepareCapsules()
  const { folder, tls, recipient } = prepared
  const database = store === 'postgresql' ? await (await import('../../support/test-database.ts')).startTestDatabase() : null
  const env = await prepared.environment(
    database === null ? { ALLKIRI_DATA: join(folder, 'data') } : { ALLKIRI_CAPSULES_DATABASE: database.url },
  )
  const [postPort, getPort] = [Number(env.ALLKIRI_CAPSULES_POST_PORT), Number(env.ALLKIRI_CAPSULES_GET_PORT)]
  /** Path of each acknowledged capsule, and its material. */
  const acknowledged = new Map()
  let sent = 0
  let lost = 0
  /** When the request of the last acknowledged capsule began. */
  let lastBegan = 0
  /** What another process that ran beside the service found wrong. */
  const wrong = []
  let twice = 0

  /** Sends until the connection breaks. */
  const load = async (until) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ...tls })
    while (!until.aborted) {
      const answer = await post(postPort, agent)
      if (answer === null) break
      if (answer.status !== 201) await new Promise((done) => setTimeout(done, 20))
      if (pause > 0) await new Promise((done) => setTimeout(done, pause))
    }
    agent.destroy()
  }

  const post = async (to, agent) => {
    sent += 1
    const began = performance.now()
    const { answer, material } = await submit({ port: to, agent, recipient })
    if (answer?.status === 201) {
      acknowledged.set(answer.location, material)
      lastBegan = Math.max(lastBegan, began)
    }
    return answer
  }

  const beside = {
    root,
    env,
    folder,
    recipient,
    databaseUrl: database?.url ?? null,
    acknowledged,
    lastBegan: () => lastBegan,
    post: (to) => post(to, new Agent(tls)),
  }

  const besideTheService = async () => {
    for (const run of [exportBeside, importBeside, foreignReaderBeside, backupBeside, secondServiceBeside])
      wrong.push(...(await run(beside)))
  }

  const look = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4, ...tls })
    const sample = [...acknowledged].slice(-40)
    for (const [path, material] of sample) {
      const answer = await ask({ port: getPort, path, method: 'GET' }, '', agent)
      if (answer?.status !== 200 || JSON.parse(answer.body).ephemeral_key_material !== material) lost += 1
    }
    agent.destroy()
    const exported = execFileSync(process.execPath, [join(root, 'dist/main.js'), 'capsules', 'export'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
    const lines = exported.trim().split('\n').slice(0, -1)
    const there = new Map()
    for (const line of lines) {
      const { transaction_id: id, ephemeral_key_material: material } = JSON.parse(line)
      there.set(`/key-capsules/${id}`, material)
    }
    if (there.size !== lines.length) twice += lines.length - there.size
    twice += there.size - new Set(there.values()).size
    for (const [path, material] of acknowledged) if (there.get(path) !== material) lost += 1
    return lines.length
  }

  try {
    for (let round = 1; round <= rounds; round++) {
      const service = await startService({ root, env })
      const stop = new AbortController()
      const before = acknowledged.size
      const loads = Array.from({ length: senders }, () => load(stop.signal))
      const what = only ?? eventOf(round, store)
      if (what === 'kill') await besideTheService()
      await new Promise((done) => setTimeout(done, milliseconds * (0.5 + Math.random())))
      while (acknowledged.size === before && service.process.exitCode === null) await new Promise((done) => setTimeout(done, 20))
      if (what === 'kill') {
        if (database !== null && round % 2 === 0) await database.crash()
        service.process.kill('SIGKILL')
        stop.abort()
        await Promise.all(loads)
        if (database !== null && round % 2 === 0) await database.resume()
      } else wrong.push(...(await takeFilesAway({ ...beside, service, loads, stopLoad: () => stop.abort() }, what)))
      const again = await startService({ root, env })
      const there = await look()
      await again.stop()
      log(
        `${store} round ${round} (${what}): ${acknowledged.size - before} acknowledged, ${there} there of ${sent} sent, ${lost} lost, ${twice} twice, ${wrong.length} wrong beside it`,
      )
    }
    return { acknowledged: acknowledged.size, sent, lost, twice, wrong }
  } finally {
    await database?.stop()
    prepared.remove()
  }
}

function eventOf(round, store) {
  if (store !== 'embedded' || round % 5 !== 0) return 'kill'
  return round % 10 === 0 ? 'deleted' : 'moved'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      store: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '20' },
      pause: { type: 'string', default: '0' },
    },
  })
  for (const store of values.store === undefined ? ['embedded', 'postgresql'] : [values.store]) {
    const result = await runRounds({
      store,
      rounds: Number(values.rounds),
      milliseconds: 2_000,
      pause: Number(values.pause),
      only: values.only,
      log: (line) => console.log(line),
    })
    console.log(`${store}: ${JSON.stringify(result)}`)
    if (result.lost > 0 || result.twice > 0 || result.wrong.length > 0) process.exitCode = 1
  }
}
