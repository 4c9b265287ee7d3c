import { MalformedDocument, RequestError, type RequestProblem } from '#model'
import type { PackedInstance } from '#trust/xroad'
import type { DataFileOrder, DataFileReport, TakenFile } from '#validation'
import type { ReportOrder } from '#writers'
import type { DocumentRequest, ValidationOutcome } from './validation-service.js'

/**
 * A snapshot, packed with its index, in memory that all threads share. It is sent with every task, without copying, so that a worker always uses the snapshot
 * of its task. A worker opens each snapshot once.
 */
export interface SharedSnapshot {
  /** Number of the snapshot in this process, by which a worker recognises a snapshot that it has already opened. */
  readonly id: number
  readonly packed: SharedArrayBuffer
  readonly instances: readonly PackedInstance[]
}

interface ValidationTask {
  readonly kind: 'validate'
  /** The buffer of its document is transferred, not copied. */
  readonly request: DocumentRequest
  readonly order: ReportOrder
  readonly trust: SharedSnapshot
}

interface ExtractionTask {
  readonly kind: 'extract'
  readonly document: Uint8Array
}

interface TakingTask {
  readonly kind: 'take'
  readonly document: Uint8Array
  readonly order: DataFileOrder
}

export type Task = ValidationTask | ExtractionTask | TakingTask

/** Result of a task, one kind for each kind of task. */
export type TaskResult =
  | { readonly kind: 'validated'; readonly outcome: ValidationOutcome }
  | { readonly kind: 'extracted'; readonly dataFiles: readonly DataFileReport[] }
  | { readonly kind: 'taken'; readonly file: TakenFile }

/** A result or a refusal. Refusals are sent as data, because an error loses its class between threads. Any other error is internal and is thrown. */
export type TaskReply =
  | TaskResult
  | { readonly kind: 'request-refused'; readonly problems: readonly RequestProblem[] }
  | { readonly kind: 'document-malformed'; readonly code: string; readonly message: string; readonly where: string | null }

/** Runs a task in the worker and returns its reply. Throws internal errors. */
export async function replyOf(run: () => TaskResult | Promise<TaskResult>): Promise<TaskReply> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof RequestError) return { kind: 'request-refused', problems: error.problems }
    if (error instanceof MalformedDocument)
      return { kind: 'document-malformed', code: error.code, message: error.message, where: error.where }
    throw error
  }
}

/** The result of a reply, for the thread that sent the task. Throws the refusal of a reply that is one. */
export function resultOf<Kind extends TaskResult['kind']>(kind: Kind, reply: TaskReply): Extract<TaskResult, { readonly kind: Kind }> {
  switch (reply.kind) {
    case 'request-refused':
      throw new RequestError(reply.problems)
    case 'document-malformed':
      throw new MalformedDocument(reply.code, reply.message, reply.where)
    case 'validated':
    case 'extracted':
    case 'taken':
      if (!isOfKind(kind, reply)) throw new TypeError('a worker did another task than it was given')
      return reply
  }
}

function isOfKind<Kind extends TaskResult['kind']>(kind: Kind, result: TaskResult): result is Extract<TaskResult, { readonly kind: Kind }> {
  return result.kind === kind
}
