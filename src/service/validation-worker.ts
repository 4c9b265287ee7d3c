import { limits } from '#config'
import { openPackedIndex } from '#trust'
import { reportDataFiles } from './extract-data-files.js'
import { validateDocument } from './validate-document.js'
import { type DecodedCache, openDecodedCache, type ValidationContext, validationContextOf } from './validation-context.js'
import { replyOf, type SharedSnapshot, type Task, type TaskReply, type TaskResult } from './worker-protocol.js'

const cache: DecodedCache = openDecodedCache()
let current: { readonly id: number; readonly context: ValidationContext } | null = null

/** What a worker thread runs for each task. */
export default function run(task: Task): TaskReply {
  return replyOf(() => resultOf(task))
}

function resultOf(task: Task): TaskResult {
  switch (task.kind) {
    case 'validate':
      return { kind: 'validated', outcome: validateDocument(task.request, contextOf(task.trust), { explain: task.explain }) }
    case 'extract':
      return { kind: 'extracted', dataFiles: reportDataFiles(task.document, limits) }
  }
}

/** The snapshot is opened when it is new; the one before it is dropped. */
function contextOf(trust: SharedSnapshot): ValidationContext {
  if (current?.id === trust.id) return current.context
  const context = validationContextOf(openPackedIndex(new Uint8Array(trust.packed), cache), cache)
  current = { id: trust.id, context }
  return context
}
