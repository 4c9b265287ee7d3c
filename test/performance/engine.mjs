// The engine of a worker in this process: trust, what is kept between documents, and the measures of one validation.
import { Session } from 'node:inspector/promises'
import { limits } from '#config'
import { buildTrustSnapshot, packTrustIndex, readTrustSettings } from '#trust'
import { disk } from '../../dist/files/regular-file.js'
import { validateDocument } from '../../dist/validation/validate-document.js'
import {
  keepKeys,
  openCacheAcrossDocuments,
  openDecodedCache,
  openIndex,
  openInstances,
  validationContextOf,
} from '../../dist/validation/validation-context.js'
import { writeExplanation } from '../../dist/writers/explanation/write-explanation.js'

/** As in a worker: the index and what is kept stay, what a document holds is decoded for each anew. */
export function openEngine(trust, validationTime) {
  keepKeys(limits)
  const snapshot = buildTrustSnapshot([readTrustSettings(trust, { files: disk, cache: openDecodedCache(limits), limits: limits.trust })])
  const packed = packTrustIndex(snapshot, openDecodedCache(limits))
  const open = () => {
    const kept = openCacheAcrossDocuments(limits)
    return { kept, index: openIndex(packed, kept, limits), instances: openInstances([], kept, limits) }
  }
  const warm = open()
  const validate = ({ bytes, type }, { kept, index, instances } = warm) =>
    validateDocument(
      { document: bytes, filename: 'bench', documentType: type, policy: 'POLv1', validationTime },
      validationContextOf(index, instances, openDecodedCache(limits, kept), limits),
    )
  return {
    index: warm.index,
    validate: (document) => validate(document),
    /** With nothing kept from other documents, as in a thread that has just been started. */
    validateCold: (document) => validate(document, open()),
    explain: (document) => {
      const report = validate(document)
      assertPasses(report)
      return writeExplanation(report)
    },
  }
}

export function assertPasses({ signatures }) {
  if (signatures.length === 0 || signatures.some(({ indication }) => indication !== 'TOTAL-PASSED'))
    throw new Error(`the bench document does not pass: ${JSON.stringify(signatures[0])}`)
}

/** Microseconds of processor time of one of so many runs. */
function round(run, milliseconds) {
  const before = process.cpuUsage()
  let count = 0
  for (const end = performance.now() + milliseconds; performance.now() < end; count++) run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/**
 * Microseconds of processor time for one run each, median of rounds that take turns, after warming up: the compiler needs some thousand runs of this much code
 * before it is done with it. Processor time, because the machine may be doing other things; in turns, because its clock may change.
 */
export function timesOf(runs, { warmUp, milliseconds }) {
  for (const run of runs) round(run, warmUp)
  const figures = runs.map(() => [])
  for (let i = 0; i < 9; i++) for (const [j, run] of runs.entries()) figures[j].push(round(run, milliseconds))
  return figures.map((figure) => figure.sort((a, b) => a - b)[4])
}

/**
 * Where the time of one run goes: microseconds by folder of the build, native code by the folder that calls it. Samples of the profiler, which cost a
 * tenth themselves.
 */
export async function stagesOf(run, milliseconds) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  let runs = 0
  for (const end = performance.now() + milliseconds; performance.now() < end; runs++) run()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const stages = new Map()
  for (const [i, id] of profile.samples.entries()) {
    const stage = stageOf(id, nodes, parents)
    if (stage !== null) stages.set(stage, (stages.get(stage) ?? 0) + profile.timeDeltas[i] / runs)
  }
  return [...stages].sort(([, a], [, b]) => b - a)
}

/** Null: the bench itself. */
function stageOf(id, nodes, parents) {
  for (let at = id; at !== undefined; at = parents.get(at)) {
    const { functionName, url } = nodes.get(at).callFrame
    if (functionName === '(garbage collector)') return 'garbage collection'
    const [, folder] = /\/dist\/([^/]+)\//.exec(url) ?? []
    if (folder !== undefined) return folder
  }
  return null
}
