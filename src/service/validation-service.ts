import type {
  DetailedReport,
  DocumentType,
  Instant,
  PolicyName,
  SignatureConclusion,
  SignatureFacts,
  UnreadableSignature,
  ValidationData,
  ValidationReport,
  ValidationRequest,
} from '#model'
import type { DataFileReport } from './extract-data-files.js'
import type { ValidationEvent } from './observed-validations.js'
import type { PrintOrder } from './print-report.js'
import type { Health } from './report-health.js'
import type { Readiness } from './report-readiness.js'
import type { TaskTimes } from './stages.js'
import type { SuppliedDocument } from './supplied-document.js'
import type { DataFileOrder, TakenFile } from './take-data-files.js'

/** Everything that a verdict rests on, as plain data with bytes in base64: the same facts, data, policy and time give the same conclusion. */
export interface SignatureExplanation {
  /** Null when the signature cannot be read; then `unreadable` says why. */
  readonly facts: SignatureFacts | null
  readonly unreadable: UnreadableSignature | null
  readonly validationData: ValidationData | null
  readonly conclusion: SignatureConclusion
}

export interface Explanation {
  readonly documentType: DocumentType
  readonly policy: PolicyName
  readonly validationTime: Instant
  /** Digest of the trust snapshot that was used. */
  readonly trustSnapshot: string
  readonly signatures: readonly SignatureExplanation[]
}

export interface ValidationOutcome {
  readonly report: ValidationReport
  /** Null when it was not asked for. */
  readonly explanation: Explanation | null
  /** Null when it was not asked for. */
  readonly detailed: DetailedReport | null
}

/** The client that waits for an answer. */
export interface Caller {
  /** Names the client, for fairness between clients; empty where it is not known. */
  readonly client: string
  /** Aborted when nobody waits any more: what waits for its turn is dropped at once, what runs is stopped soon after. */
  readonly signal: AbortSignal
  /** Told once how a validation ended, by a service that is observed. */
  readonly onValidation?: (event: ValidationEvent) => void
  /** Told when a worker was busy with the task, and with which part of it; measured only when somebody is told. */
  readonly onTimes?: (times: TaskTimes) => void
}

/** What is wanted beside the report; both cost time and memory. */
export interface WantedDetail {
  /** Facts, validation data and conclusions as they are. */
  readonly explain?: boolean
  /** The detailed report. */
  readonly detailed?: boolean
}

/** What is validated and printed; the type may be left to the content. */
export type PrintRequest = Omit<ValidationRequest, 'documentType'> & { readonly documentType: DocumentType | null }

/** The same with a document that may have to be decoded yet. */
export type Supplied<Request extends PrintRequest> = Omit<Request, 'document'> & { readonly document: SuppliedDocument }

/** A report that is laid out, beside the report itself. */
export interface PrintedReport {
  readonly documentType: DocumentType
  readonly report: ValidationReport
  /** HTML or XML in UTF-8, or PDF. */
  readonly bytes: Uint8Array
}

export interface ValidationOptions extends Partial<Caller>, WantedDetail {}

/** What the interfaces call. Each method is one use case, independent of the interface. */
export interface ValidationService {
  /**
   * Takes the bytes over: they are handed to a worker thread, and `request.document` is empty afterwards.
   * Rejects with `RequestError`, `MalformedDocument`, `UndecodedDocument`, `Overload`, or `Starting`; anything else is a fault of ours.
   */
  validate(request: Supplied<ValidationRequest>, options?: ValidationOptions): Promise<ValidationOutcome>
  /** Validates, and lays the report out for people or as TS 119 102-2 asks. Takes the bytes over and rejects as `validate` does. */
  print(request: Supplied<PrintRequest>, order: PrintOrder, options?: Partial<Caller>): Promise<PrintedReport>
  /** The data files of a DIGIDOC-XML document. Takes the bytes over and rejects as `validate` does. */
  dataFiles(document: SuppliedDocument, options?: Partial<Caller>): Promise<readonly DataFileReport[]>
  /** Files inside a document of any type, as they were judged. Takes the bytes over and rejects as `validate` does. */
  takeDataFiles(document: Uint8Array, order: DataFileOrder, options?: Partial<Caller>): Promise<TakenFile>
  /** Now, or the fixed moment of the settings. */
  clock(): Instant
  health(): Health
  readiness(): Readiness
  close(): Promise<void>
}

/** More work is asked for than can be taken at the moment. Nothing is wrong with the request. */
export class Overload extends Error {
  override readonly name = 'Overload'
}

/** The service has just started and cannot give verdicts yet. Nothing is wrong with the request. */
export class Starting extends Error {
  override readonly name = 'Starting'
}

/** The caller went away before its validation began. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}
