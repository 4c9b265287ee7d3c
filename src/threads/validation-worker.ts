import { workerData } from 'node:worker_threads'
import type { Limits } from '#config'
import {
  keepKeys,
  openCacheAcrossDocuments,
  openDecodedCache,
  openIndex,
  openInstances,
  reportDataFiles,
  takeDataFiles,
  type ValidationContext,
  validationContextOf,
} from '#validation'
import type { OperatorPolicy } from '#validation/policy'
import { releaseMemory } from './release-memory.js'
import { replyOf, type SharedSnapshot, type Task, type TaskReply, type TaskResult } from './worker-protocol.js'
import { writeValidated } from './write-validated.js'

/** What a worker is given at its start. */
export interface WorkerData {
  readonly limits: Limits
  readonly policies: readonly OperatorPolicy[]
}

const { limits, policies } = workerData as WorkerData
// Loaded before the first task: a thread that is ended while it imports modules for a task leaves their files open.
await Promise.all([import('#writers/etsi'), import('#writers/page')])

/** What documents share: decoded structures and keys, and the trust of the last task. */
const kept = openCacheAcrossDocuments(limits)
keepKeys(limits)
let current: ({ readonly id: number } & Pick<ValidationContext, 'index' | 'instances'>) | null = null

/** Runs one task; called by the pool in the worker thread. */
export default function run(task: Task): Promise<TaskReply> {
  return replyOf(() => resultOf(task))
}

async function resultOf(task: Task): Promise<TaskResult> {
  switch (task.kind) {
    case 'validate': {
      const { request } = task
      const outcome = await writeValidated(request, task.order, contextOf(task.trust))
      releaseLarge(request.document)
      return { kind: 'validated', outcome }
    }
    case 'extract':
      return { kind: 'extracted', dataFiles: reportDataFiles(task.document, limits) }
    case 'take':
      return { kind: 'taken', file: await takeDataFiles(task.document, task.order, limits) }
  }
}

/**
 * Frees a large document at once. It has survived scavenges, so only a full garbage collection would free it, and two or three such documents trigger one. This
 * is safe: the outcome contains only texts, and caches for the next document contain copies.
 */
function releaseLarge(document: Uint8Array): void {
  if (document.length >= limits.request.largeBytes) releaseMemory([document])
}

/** The context of a validation, with a new cache for this document. A new snapshot is opened and replaces the previous one. */
function contextOf(trust: SharedSnapshot): ValidationContext {
  if (current?.id !== trust.id)
    current = { id: trust.id, index: openIndex(trust.packed, kept, limits), instances: openInstances(trust.instances, kept, limits) }
  return validationContextOf(current.index, current.instances, openDecodedCache(limits, kept), limits, policies)
}
