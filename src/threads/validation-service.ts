import type { DocumentType, Instant, OwnPolicy, ValidationRequest } from '#model'
import type { TrustChange } from '#trust/lists'
import type { DataFileOrder, DataFileReport, TakenFile } from '#validation'
import type { ReportOrder, Written } from '#writers'
import type { ReportSummary } from '#writers/statistics'
import type { TaskCaller } from './caller.js'
import type { ValidationEvent } from './observed-validations.js'
import type { Health } from './report-health.js'
import type { Readiness } from './report-readiness.js'

/** The report of a document in the form that was ordered. */
export interface ValidationOutcome<Order extends ReportOrder = ReportOrder> {
  readonly documentType: DocumentType
  readonly summary: ReportSummary
  readonly written: Written<Order>
}

/** The client that waits for an answer. */
export interface Caller extends TaskCaller {
  /** Called once when the validation has ended, by a service from `observeValidations`. */
  readonly onValidation?: (event: ValidationEvent) => void
}

/** A request in which a document type of null is recognised by the content. */
export type DocumentRequest = Omit<ValidationRequest, 'documentType'> & {
  readonly documentType: DocumentType | null
  /** The types that a recognised document may have; null or absent: any. A document of another type is refused as malformed. */
  readonly acceptedTypes?: readonly DocumentType[] | null
  /** The type of a document that is not recognised; null or absent: such a document is refused. */
  readonly otherwiseType?: DocumentType | null
}

/** The use cases of validation, as the interfaces call them. */
export interface ValidationService {
  /** The policy files by whose names documents can be validated, besides the built-in policies. */
  readonly ownPolicies: readonly OwnPolicy[]
  /**
   * Validates a document and writes its report as ordered. Its buffer is transferred to a worker thread, so `request.document` may be empty afterwards.
   * Rejects with `RequestError`, `MalformedDocument`, `Overload`, `Abandoned` or `Starting`; any other error is internal.
   */
  validate<Order extends ReportOrder>(request: DocumentRequest, order: Order, caller?: Partial<Caller>): Promise<ValidationOutcome<Order>>
  /** The data files of a DIGIDOC-XML document. Transfers the document and rejects as `validate`, but not with `Starting`. */
  dataFiles(document: Uint8Array, options?: Partial<Caller>): Promise<readonly DataFileReport[]>
  /** Data files of a document of any type. Transfers the document and rejects as `dataFiles`. */
  takeDataFiles(document: Uint8Array, order: DataFileOrder, options?: Partial<Caller>): Promise<TakenFile>
  /** False when a document of this client would be refused with `Overload` at once, so that its body need not be read. Absent when the service has no queue. */
  readonly hasRoomFor?: (client: string) => boolean
  /** The current time, or the fixed time of the settings. */
  clock(): Instant
  /** The changes that refreshes of the trusted lists found, the newest last. */
  trustHistory(): readonly TrustChange[]
  health(): Health
  readiness(): Readiness
  close(): Promise<void>
}

/** The service has just started and cannot validate documents yet. The request is not the cause. */
export class Starting extends Error {
  override readonly name = 'Starting'
}
