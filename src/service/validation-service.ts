import type { DetailedReport, DocumentType, Explanation, Instant, ValidationReport, ValidationRequest } from '#model'
import type { TaskCaller } from '#threads'
import type { DataFileReport } from './extract-data-files.js'
import type { ValidationEvent } from './observed-validations.js'
import type { PrintOrder } from './print-report.js'
import type { Health } from './report-health.js'
import type { Readiness } from './report-readiness.js'
import type { SuppliedDocument } from './supplied-document.js'
import type { DataFileOrder, TakenFile } from './take-data-files.js'

export interface ValidationOutcome {
  readonly report: ValidationReport
  /** Null when it was not requested. */
  readonly explanation: Explanation | null
  /** Null when it was not requested. */
  readonly detailed: DetailedReport | null
}

/** The client that waits for an answer. */
export interface Caller extends TaskCaller {
  /** Called once when the validation has ended, by a service from `observeValidations`. */
  readonly onValidation?: (event: ValidationEvent) => void
}

/** Details to return besides the report. Both cost time and memory. */
export interface WantedDetail {
  /** Facts, validation data and conclusions of each signature. */
  readonly explain?: boolean
  /** The detailed report. */
  readonly detailed?: boolean
}

/** A request for a printed report. A document type of null is recognised by the content. */
export type PrintRequest = Omit<ValidationRequest, 'documentType'> & { readonly documentType: DocumentType | null }

/** A request whose document may still be base64. */
export type Supplied<Request extends PrintRequest> = Omit<Request, 'document'> & { readonly document: SuppliedDocument }

/** A printed report, with the report that it shows. */
export interface PrintedReport {
  readonly documentType: DocumentType
  readonly report: ValidationReport
  /** HTML or XML in UTF-8, or PDF. */
  readonly bytes: Uint8Array
}

export interface ValidationOptions extends Partial<Caller>, WantedDetail {}

/** The use cases of validation, as the interfaces call them. */
export interface ValidationService {
  /**
   * Validates a document. Its buffer is transferred to a worker thread, so `request.document` may be empty afterwards.
   * Rejects with `RequestError`, `MalformedDocument`, `UndecodedDocument`, `Overload`, `Abandoned` or `Starting`; any other error is internal.
   */
  validate(request: Supplied<ValidationRequest>, options?: ValidationOptions): Promise<ValidationOutcome>
  /** Validates a document and renders the report for people or as TS 119 102-2. Transfers the document and rejects as `validate`. */
  print(request: Supplied<PrintRequest>, order: PrintOrder, options?: Partial<Caller>): Promise<PrintedReport>
  /** The data files of a DIGIDOC-XML document. Transfers the document and rejects as `validate`, but not with `Starting`. */
  dataFiles(document: SuppliedDocument, options?: Partial<Caller>): Promise<readonly DataFileReport[]>
  /** Data files of a document of any type. Transfers the document and rejects as `dataFiles`. */
  takeDataFiles(document: Uint8Array, order: DataFileOrder, options?: Partial<Caller>): Promise<TakenFile>
  /** False when a document of this client would be refused with `Overload` at once, so that its body need not be read. Absent when the service has no queue. */
  readonly hasRoomFor?: (client: string) => boolean
  /** The current time, or the fixed time of the settings. */
  clock(): Instant
  health(): Health
  readiness(): Readiness
  close(): Promise<void>
}

/** The service has just started and cannot validate documents yet. The request is not the cause. */
export class Starting extends Error {
  override readonly name = 'Starting'
}
