import type { ContainerAudit } from '#writers/audit'
import type { Basis } from '#writers/basis'
import type { DetailedReport } from '#writers/detailed'
import type { Evidence } from '#writers/evidence'
import type { Explanation } from '#writers/explanation'
import type { Forecast } from '#writers/forecast'
import type { Language } from '#writers/languages'
import type { PrintedFile } from '#writers/print'
import type { Siva1Report } from '#writers/siva1'
import type { SentDigest, Siva3Answer, Siva3ReportType } from '#writers/siva3'

/** A form in which a report can be written, with what the writer has to know. */
export type ReportOrder =
  /** SiVa 1. `strict` omits what its description does not have; `detailed` adds the member `detailedReport`. */
  | { readonly form: 'siva1-json'; readonly strict: boolean; readonly detailed: boolean }
  | { readonly form: 'siva1-soap' }
  /** SiVa 3. `strict` as above; `named`: with the name of the document; `digests`: those that the request gives in place of files; `digest`: with the digest of the document, for answers of a service that signs them. */
  | {
      readonly form: 'siva3'
      readonly strict: boolean
      readonly reportType: Siva3ReportType
      readonly named: boolean
      readonly digests: readonly SentDigest[] | null
      readonly digest: boolean
    }
  | { readonly form: 'detailed' }
  /** TS 119 102-2. */
  | { readonly form: 'etsi' }
  /** `timeZone`: of the local times, by its IANA name; without one, the usual one. */
  | { readonly form: 'html'; readonly language: Language; readonly timeZone?: string }
  | { readonly form: 'pdf'; readonly language: Language; readonly timeZone?: string }
  /** For the page: in every language, as JSON (`PageReport`). */
  | { readonly form: 'page'; readonly timeZone: string }
  /** For the page: the checks of one signature, by its number from 0, as markup. */
  | { readonly form: 'page-checks'; readonly language: Language; readonly signature: number }
  /** For a terminal. `file`: as the user named it. `explain`: with the tree of building blocks. */
  | { readonly form: 'text'; readonly file: string; readonly explain: boolean; readonly colours: boolean }
  /** For programs that read the command line: the report of SiVa 1; `explain`: with the facts and conclusions of each signature; `basis`: with what the verdict rests on. */
  | { readonly form: 'command-json'; readonly strict: boolean; readonly explain: boolean; readonly basis: boolean }
  /** Until when the signatures are provable. */
  | { readonly form: 'forecast' }
  /** What is needed to repeat the verdict, besides the document. */
  | { readonly form: 'evidence' }
  /** Member, service and outcome of an X-Road container. */
  | { readonly form: 'audit' }

/** What is written, by form. Bytes are text in UTF-8, or PDF. */
interface WrittenForms {
  readonly 'siva1-json': Siva1Report & { readonly detailedReport?: DetailedReport }
  readonly 'siva1-soap': string
  readonly siva3: Siva3Answer
  readonly detailed: DetailedReport
  readonly etsi: Uint8Array
  readonly html: Uint8Array
  readonly pdf: Uint8Array
  readonly page: Uint8Array
  readonly 'page-checks': Uint8Array
  readonly text: string
  readonly forecast: Forecast
  readonly evidence: Evidence
  readonly audit: ContainerAudit
  readonly 'command-json': { readonly report: Siva1Report; readonly explanation?: Explanation; readonly basis?: Basis }
}

/** What is written for an order. */
export type Written<Order extends ReportOrder> = WrittenForms[Order['form']]

/** What writers need besides the report. */
export interface WriterContext {
  /** Name and version of this service. */
  readonly validator: string
  /** The data files of the document, for the page, which offers them; called only by its writer. */
  readonly files: () => readonly PrintedFile[]
}
