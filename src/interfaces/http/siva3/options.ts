import type { ReportSigner } from '#report-signature'
import type { DocumentRequestOptions } from '../document-requests.js'

export interface Siva3Options extends DocumentRequestOptions {
  /** Whether the paths are those of the root; otherwise the framework has put a prefix before them. */
  readonly isRoot: boolean
  /** Null: reports are not signed. */
  readonly signer: ReportSigner | null
}
