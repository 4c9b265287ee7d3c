// Throughput over REST of several loads in turns, of one service or of several: each figure is the median of rounds.
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const headers = { 'content-type': 'application/json' }

export const bodyOf = ({ bytes, name, type }) =>
  JSON.stringify({ document: bytes.toString('base64'), filename: name.replaceAll(/[^A-Za-z0-9 .-]/g, ''), documentType: type })

/** Whether the service knows the document and all of its signatures pass; an older release may not know the type. */
export async function passes(base, body) {
  const answer = await fetch(`${base}/validate`, { method: 'POST', headers, body })
  if (answer.status === 400) return false
  const report = await answer.json()
  return answer.status === 200 && report.signaturesCount > 0 && report.validSignaturesCount === report.signaturesCount
}

/** Microseconds of processor time that the process has used so far; null where the system does not say. */
export function processorTime(pid) {
  if (process.platform !== 'linux') return null
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  // utime and stime in hundredths of a second (proc(5)).
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Megabytes that the process holds at this moment. */
export function residentMegabytes(pid) {
  if (process.platform !== 'linux') return null
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/**
 * One load of some seconds. @param {readonly string[]} bodies that take turns
 * @returns requests a second, processor time of the service for each, latencies in milliseconds
 */
export async function load(service, bodies, seconds, connections = 4) {
  const before = processorTime(service.process.pid)
  const result = await autocannon({
    url: `${service.base}/validate`,
    method: 'POST',
    headers,
    ...(bodies.length === 1
      ? { body: bodies[0] }
      : { requests: bodies.map((body) => ({ method: 'POST', path: '/validate', headers, body })) }),
    connections,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors under load`)
  const used = before === null ? null : processorTime(service.process.pid) - before
  return {
    perSecond: result.requests.total / result.duration,
    microseconds: used === null ? null : used / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests: result.requests.total,
  }
}

const median = (figures) => [...figures].sort((a, b) => a - b)[figures.length >> 1]

/**
 * Loads in turns, after a load that warms up.
 * @param {readonly { readonly service: object, readonly bodies: readonly string[] }[]} loads what takes turns
 * @returns the medians of each
 */
export async function loadInTurns(loads, { seconds, rounds, warmUp }) {
  const figures = loads.map(() => [])
  for (const { service, bodies } of loads) await load(service, bodies, warmUp)
  for (let round = 0; round < rounds; round++)
    for (const [i, { service, bodies }] of loads.entries()) figures[i].push(await load(service, bodies, seconds))
  const middle = (own, member) => (own[0][member] === null ? null : median(own.map((one) => one[member])))
  return figures.map((own) => Object.fromEntries(['perSecond', 'microseconds', 'p50', 'p99', 'requests'].map((m) => [m, middle(own, m)])))
}
