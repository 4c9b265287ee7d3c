// Three instances behind one proxy, with their capsules in a primary of PostgreSQL that has a synchronous standby. Under load every process of the primary is
// killed, and after a while, as a cluster manager takes it, the standby is promoted and the one address of the database leads to it. No acknowledged capsule may
// be missing, and the instances come back by themselves. All connections have TLS: of the clients, mutual; of the instances to the database, verified in full.
// node test/capsules/rules/failover.mjs [--before 5000] [--outage 3000] [--after 5000] [--senders 24]     Build first. Times in milliseconds.
import { Agent } from 'node:https'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import '../../support/register-typescript.js'
import { startService } from '../../support/run-service.mjs'
import { ask, prepareCapsules, submit } from './capsules-over-tls.mjs'
import { startTcpForwarder } from './tcp-forwarder.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const instances = 3
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

/**
 * @param {{ before?: number, outage?: number, after?: number, senders?: number }} options load before the kill, from the kill to the promotion, and load after
 * the first capsule that was acknowledged again; all in milliseconds
 */
export async function runFailover({ before = 5_000, outage = 3_000, after = 5_000, senders = 24 } = {}) {
  const { startCluster } = await import('../../support/postgres-cluster.ts')
  const prepared = await prepareCapsules()
  const { tls, recipient } = prepared
  const cluster = await startCluster(prepared.server)
  const url = `${cluster.url}?sslmode=verify-full&sslrootcert=${prepared.root}`
  const services = []
  const acknowledged = new Map()
  const answers = {}
  const moments = { killed: 0, promoted: 0, firstAgain: null, lastBefore: 0 }
  let slowest = 0

  const load = async (port, until) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ...tls })
    while (!until.aborted) {
      const began = performance.now()
      const { answer, material } = await submit({ port, agent, recipient })
      const now = performance.now()
      slowest = Math.max(slowest, now - began)
      const status = answer?.status ?? 'broken'
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 201) {
        acknowledged.set(answer.location, material)
        if (moments.killed === 0) moments.lastBefore = now
        else if (began > moments.killed) moments.firstAgain ??= now
      } else await pause(20)
    }
    agent.destroy()
  }

  const usable = async ({ base }) => (await fetch(`${base}/monitoring/readiness`)).status
  const proxies = []
  try {
    for (let i = 0; i < instances; i++) {
      const env = await prepared.environment({ ALLKIRI_CAPSULES_DATABASE: url })
      services.push({ ...(await startService({ root, env })), env })
    }
    for (const name of ['ALLKIRI_CAPSULES_POST_PORT', 'ALLKIRI_CAPSULES_GET_PORT'])
      proxies.push(await startTcpForwarder(services.map(({ env }) => Number(env[name]))))
    const [postProxy, getProxy] = proxies
    const stop = new AbortController()
    const loads = Array.from({ length: senders }, () => load(postProxy.port, stop.signal))
    await pause(before)
    while (acknowledged.size === 0) await pause(20)

    const acknowledgedBefore = acknowledged.size
    moments.killed = performance.now()
    await cluster.primary.kill()
    await pause(outage)
    const readinessInBetween = await Promise.all(services.map(usable))
    await cluster.promote()
    moments.promoted = performance.now()
    while (moments.firstAgain === null && performance.now() - moments.promoted < 300_000) await pause(20)
    await pause(after)
    stop.abort()
    await Promise.all(loads)

    // Readiness rests on a look at the store that is a few seconds old.
    const deadline = performance.now() + 120_000
    let readinessAfter = await Promise.all(services.map(usable))
    while (readinessAfter.some((status) => status !== 200) && performance.now() < deadline) {
      await pause(200)
      readinessAfter = await Promise.all(services.map(usable))
    }
    const { lost, twice, rows } = await look({ cluster, acknowledged, getPort: getProxy.port, tls })
    return {
      senders,
      acknowledged: acknowledged.size,
      acknowledgedBefore,
      lost,
      twice,
      rows,
      answers,
      readinessInBetween,
      readinessAfter,
      restarted: services.filter(({ process }) => process.exitCode !== null).length,
      milliseconds: {
        fromKillToAcknowledged: moments.firstAgain === null ? null : Math.round(moments.firstAgain - moments.killed),
        fromPromotionToAcknowledged: moments.firstAgain === null ? null : Math.round(moments.firstAgain - moments.promoted),
        slowestAnswer: Math.round(slowest),
      },
    }
  } finally {
    for (const proxy of proxies) await proxy.stop()
    for (const service of services) await service.stop()
    await cluster.stop()
    prepared.remove()
  }
}

/** Each acknowledged capsule in the database that is there now; a hundred of them over the proxy as well, as their recipient gets them. */
async function look({ cluster, acknowledged, getPort, tls }) {
  const { addressOf } = await import('../../support/postgres-cluster.ts')
  const { runStatements } = await import('../../support/postgres-server.ts')
  const found = await runStatements(addressOf(cluster.standby, 'capsules'), [
    "SELECT id, encode(key_material, 'base64') AS material FROM key_capsule WHERE recipient IS NOT NULL",
  ])
  const there = new Map(found.map(({ id, material }) => [`/key-capsules/${id}`, String(material).replaceAll('\n', '')]))
  let lost = 0
  for (const [path, material] of acknowledged) if (there.get(path) !== material) lost += 1
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ...tls })
  const paths = [...acknowledged]
  for (const [path, material] of paths.filter((_, i) => i % Math.ceil(paths.length / 100) === 0)) {
    const answer = await ask({ port: getPort, path, method: 'GET' }, '', agent)
    if (answer?.status !== 200 || JSON.parse(answer.body).ephemeral_key_material !== material) lost += 1
  }
  agent.destroy()
  return { lost, twice: there.size - new Set(there.values()).size, rows: there.size }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const number = (standard) => /** @type {const} */ ({ type: 'string', default: String(standard) })
  const { values } = parseArgs({ options: { before: number(5_000), outage: number(3_000), after: number(5_000), senders: number(24) } })
  const result = await runFailover(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])))
  console.log(JSON.stringify(result, null, 2))
  if (result.lost > 0 || result.twice > 0 || result.milliseconds.fromKillToAcknowledged === null) process.exitCode = 1
}
