import { MalformedDocument, RequestError, type RequestProblem, type ValidationRequest } from '#model'
import type { DataFileReport } from './extract-data-files.js'
import type { PrintOrder } from './print-report.js'
import type { TaskTimes } from './stages.js'
import { type SuppliedDocument, UndecodedDocument } from './supplied-document.js'
import type { DataFileOrder, TakenFile } from './take-data-files.js'
import type { PrintedReport, PrintRequest, Supplied, ValidationOutcome, WantedDetail } from './validation-service.js'
import type { PackedInstance } from './xroad-instances.js'

/**
 * A snapshot in memory that all threads share, packed with its index. It travels with every task and costs nothing there; a worker opens each piece of
 * memory once, so there is no moment at which a worker could hold another snapshot than its task names.
 */
export interface SharedSnapshot {
  /** Number of the memory in this process: the same number is the same memory. */
  readonly id: number
  readonly packed: SharedArrayBuffer
  readonly instances: readonly PackedInstance[]
}

interface ValidationTask {
  readonly kind: 'validate'
  /** The buffer of its document is transferred, not copied. */
  readonly request: Supplied<ValidationRequest>
  readonly wanted: WantedDetail
  readonly trust: SharedSnapshot
}

interface PrintingTask {
  readonly kind: 'print'
  readonly request: Supplied<PrintRequest>
  readonly order: PrintOrder
  readonly trust: SharedSnapshot
}

interface ExtractionTask {
  readonly kind: 'extract'
  readonly document: SuppliedDocument
}

export interface TakingTask {
  readonly kind: 'take'
  readonly document: Uint8Array
  readonly order: DataFileOrder
}

export type Task = (ValidationTask | PrintingTask | ExtractionTask | TakingTask) & {
  /** Whether the times of its stages are wanted. */
  readonly timed?: boolean
}

/** What a task gives; each asks for its own. */
export type TaskResult =
  | { readonly kind: 'validated'; readonly outcome: ValidationOutcome }
  | { readonly kind: 'printed'; readonly printed: PrintedReport }
  | { readonly kind: 'extracted'; readonly dataFiles: readonly DataFileReport[] }
  | { readonly kind: 'taken'; readonly file: TakenFile }

/** `times` are there when they were wanted. */
export type TimedReply = TaskReply & { readonly times?: TaskTimes }

/** A thrown error loses its class between threads, so refusals travel as data. Everything else that is thrown is a fault of ours and travels as it is. */
export type TaskReply =
  | TaskResult
  | { readonly kind: 'request-refused'; readonly problems: readonly RequestProblem[] }
  | { readonly kind: 'document-not-decoded'; readonly octets: Uint8Array }
  | { readonly kind: 'document-malformed'; readonly code: string; readonly message: string; readonly where: string | null }

/** Runs in the worker. */
export async function replyOf(run: () => TaskResult | Promise<TaskResult>): Promise<TaskReply> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof RequestError) return { kind: 'request-refused', problems: error.problems }
    if (error instanceof UndecodedDocument) return { kind: 'document-not-decoded', octets: error.octets }
    if (error instanceof MalformedDocument)
      return { kind: 'document-malformed', code: error.code, message: error.message, where: error.where }
    throw error
  }
}

/** Runs where the task came from: the result, or the refusal thrown again. */
export function resultOf(reply: TaskReply): TaskResult {
  switch (reply.kind) {
    case 'validated':
    case 'printed':
    case 'extracted':
    case 'taken':
      return reply
    case 'request-refused':
      throw new RequestError(reply.problems)
    case 'document-not-decoded':
      throw new UndecodedDocument(reply.octets)
    case 'document-malformed':
      throw new MalformedDocument(reply.code, reply.message, reply.where)
  }
}
