/**
 * The package as a library: validation without a server, in the thread of the caller or in worker threads. Its options, results and errors are as stable as
 * the REST interface. No other module of the package may be imported.
 */
import { createReadStream } from 'node:fs'
import { isUint8Array } from 'node:util/types'
import { type Settings, settingsFrom } from '#config'
import { type DocumentType, documentTypes, type PolicyName, policyNames } from '#model'
import { requireOptional } from '#std'
import { openInProcessService, openPolicies, openValidationService, type Readiness } from '#threads'
import { openTrust } from '#trust/supply'
import { documentTypeOf, listDataFiles } from '#validation'
import type { ReportOrder } from '#writers'
import type { DetailedReport } from '#writers/detailed'
import { languageCodes } from '#writers/languages'
import type { Siva1Report } from '#writers/siva1'

export { SettingsError } from '#config'
export { MalformedDocument, RequestError } from '#model'
export { PackageMissing } from '#std'
export { TrustSettingsError } from '#trust'
export { PolicyFileError } from '#validation/policy-file'
export type { DocumentType, PolicyName }

/** The report, equal to the body of the answer to `POST /validate`. */
export type Report = Siva1Report

/** Trust anchors and threads. Values have the form of the setting that the comment of each member names. */
export interface ValidatorOptions {
  /** As `ALLKIRI_TRUST`: a settings file, a PEM file, or a folder of PEM files. */
  readonly trust?: string
  /** As `ALLKIRI_TRUST_LISTS`: `eu`, `none`, a folder of lists, or a settings file. */
  readonly trustLists?: string
  /** As `ALLKIRI_XROAD`: trust of X-Road instances. */
  readonly xroad?: string
  /** As `ALLKIRI_TRUST_STORE`. */
  readonly trustStore?: string
  /** As `ALLKIRI_POLICIES`: paths of policy files. */
  readonly policies?: readonly string[]
  /** Number of worker threads, each with bounded memory and time. Default 0: the thread of the caller, which a hostile document can keep busy. */
  readonly threads?: number
}

export interface ValidateOptions {
  /** Shown in the report. Default `document`. */
  readonly filename?: string
  /** Default: found from the content. */
  readonly documentType?: DocumentType
  /** A built-in policy, or the name of a policy file. Default `POLv1`. */
  readonly policy?: PolicyName
  /** Validation time. Default: now. */
  readonly at?: Date
  /** Files that detached signatures cover. Default: none. */
  readonly content?: readonly { readonly name: string; readonly bytes: Uint8Array }[]
}

/** A document: its bytes, the path of a file, or a stream. A file or a stream is read up to the bound of `ALLKIRI_MAX_FILE_BYTES`. No plain string: it could be base64. */
export type DocumentSource = Uint8Array | { readonly path: string } | AsyncIterable<Uint8Array>

/** What the validator trusts at the moment. Without a service and an instance no signature can pass: that says nothing about a document. */
export interface TrustState {
  /** Number of trust services of lists and settings. */
  readonly services: number
  /** Names of X-Road instances. */
  readonly instances: readonly string[]
  readonly lists: readonly {
    readonly territory: string
    readonly sequenceNumber: number
    readonly issued: Date
    /** Null for a list that is closed for good. */
    readonly nextUpdate: Date | null
    readonly stale: boolean
  }[]
  /** Why lists are missing or could not be fetched, a sentence each. */
  readonly failures: readonly string[]
}

/** No trusted list could be fetched, and none was there before. */
export class TrustRefreshError extends Error {
  override readonly name = 'TrustRefreshError'
  readonly failures: readonly string[]
  constructor(failures: readonly string[]) {
    super(['No trusted list could be fetched, and none is there from before; no signature can pass.', ...failures].join('\n'))
    this.failures = failures
  }
}

/** A file in a document. */
export interface DataFile {
  readonly name: string
  /** Bytes; null when it is not known. */
  readonly size: number | null
  /** Null when the document holds only the digest of the file. */
  readonly bytes: Uint8Array | null
}

/** The forms of `report`. */
export interface ReportForms {
  /** Every block, check and proof, as `POST /validate` with the report type `detailed`. */
  readonly detailed: DetailedReport
  /** ETSI TS 119 102-2, XML in UTF-8. */
  readonly etsi: Uint8Array
  readonly pdf: Uint8Array
  /** One file without scripts, UTF-8. */
  readonly html: Uint8Array
}

export interface ReportOptions<Form extends keyof ReportForms> extends ValidateOptions {
  readonly form: Form
  /** Of `pdf` and `html`. Default `en`. */
  readonly language?: 'et' | 'en'
}

export interface Validator {
  /**
   * The validation report of a document. With threads its buffer is transferred, so the array is empty afterwards.
   *
   * @throws TypeError for an argument of another type or value than declared here, and after `close`
   * @throws MalformedDocument when the document cannot be read, or is of another type
   * @throws RequestError when it needs more work than the bounds allow
   */
  validate(document: DocumentSource, options?: ValidateOptions): Promise<Report>
  /** Validates a document and writes the report in another form. Throws as `validate`, and `PackageMissing` for `pdf` where the optional packages were left out. */
  report<Form extends keyof ReportForms>(document: DocumentSource, options: ReportOptions<Form>): Promise<ReportForms[Form]>
  /** The files in a document, in its order. Nothing is validated. Throws as `validate`. */
  files(document: DocumentSource): Promise<readonly DataFile[]>
  /** What is trusted at the moment. */
  readonly trust: TrustState
  /**
   * Fetches the newest trusted lists when `trustLists` names any, and keeps them in the store. Nothing else is fetched over the network. Resolves with what is
   * trusted then; its `failures` say which lists could not be fetched.
   *
   * @throws TrustRefreshError when nothing is trusted after it, although lists are named
   */
  refreshTrust(): Promise<TrustState>
  close(): Promise<void>
}

/**
 * Opens a validator, which reads the trust settings once.
 *
 * @throws SettingsError, TrustSettingsError or PolicyFileError; the message says what to write instead
 * @throws PackageMissing for threads in an installation without the optional packages
 * @throws TypeError for an option that does not exist, or of another type than declared here
 * @example
 * const validator = await openValidator({ trust: 'fixtures/trust/standard.json' })
 * const report = await validator.validate(bytes, { filename: 'lt.asice', at: new Date('2026-06-01T12:00:00Z') })
 * const verdicts = report.signatures.map(({ signedBy, indication, subIndication }) => [signedBy, indication, subIndication])
 * await validator.close()
 */
export async function openValidator(options: ValidatorOptions = {}): Promise<Validator> {
  const { threads = 0 } = options
  const settings = settingsOf(options)
  // Asked here: the pool of threads would try again for as long as a document may wait.
  if (threads > 0) requireOptional('piscina', import.meta.url)
  const now = () => Date.now()
  const policies = openPolicies(settings.policies, settings.limits)
  const trust = await openTrust({ settings, now, refreshIn: threads === 0 ? 'here' : 'thread' })
  // Not reported here: an error of a thread also rejects the validation that it interrupted.
  const service = { settings, trust, policies, now, onFault: () => undefined }
  const opened = threads === 0 ? openInProcessService(service) : openValidationService(service)
  const known = [...policyNames, ...policies.map(({ own }) => own.name)]
  let closed = false
  const written = async <Order extends ReportOrder>(source: DocumentSource, options: ValidateOptions, order: Order) => {
    if (closed) throw new TypeError('The validator is closed; open another one.')
    const document = await bytesOf(source, settings.limits.commandLine.maxFileBytes)
    assertArguments(document, options, known)
    const { filename = 'document', documentType, policy = 'POLv1', at, content = [] } = options
    const type = documentType ?? documentTypeOf(document, settings.limits)
    const validationTime = at?.getTime() ?? now()
    const detached = content.length === 0 ? null : ({ kind: 'files', files: content } as const)
    const request = { document, filename, documentType: type, policy, validationTime, detached }
    return (await opened.validate(request, order)).written
  }
  const state = () => trustStateOf(opened.readiness().trust)
  return {
    validate: (document, options = {}) => written(document, options, { form: 'siva1-json', strict: false, detailed: false }),
    report: async (document, options) => (await written(document, options, orderOf(options))) as ReportForms[typeof options.form],
    files: async (source) => {
      const document = await bytesOf(source, settings.limits.commandLine.maxFileBytes)
      return listDataFiles(document, null, settings.limits).map(({ name, size, content }) => ({
        name,
        size,
        bytes: content === null ? null : new Uint8Array(Buffer.concat([...content.pieces()])),
      }))
    },
    get trust() {
      return state()
    },
    refreshTrust: async () => {
      await trust.refresh()
      const after = state()
      if (settings.trustLists !== 'none' && after.services + after.instances.length === 0) throw new TrustRefreshError(after.failures)
      return after
    },
    close: () => {
      closed = true
      return opened.close()
    },
  }
}

function trustStateOf({ services, instances, lists, failures, refused }: Readiness['trust']): TrustState {
  return {
    services,
    instances: instances.map(({ instance }) => instance),
    lists: lists.map(({ territory, sequenceNumber, issued, nextUpdate, stale }) => ({
      territory,
      sequenceNumber,
      issued: new Date(issued),
      nextUpdate: nextUpdate === null ? null : new Date(nextUpdate),
      stale,
    })),
    failures: [...failures, ...refused.map(({ territory, file, message }) => `${territory === '' ? file : territory}: ${message}`)],
  }
}

function orderOf({ form, language = 'en' }: ReportOptions<keyof ReportForms>): ReportOrder {
  assertOneOf('language', language, languageCodes)
  switch (form) {
    case 'detailed':
    case 'etsi':
      return { form }
    case 'pdf':
    case 'html':
      return { form, language }
    default:
      throw new TypeError('form: give one of detailed, etsi, pdf, html.')
  }
}

/** The bytes of a document. Throws `RangeError` for a file or a stream of more than `maxBytes`; system errors for a file that cannot be read. */
async function bytesOf(source: DocumentSource, maxBytes: number): Promise<Uint8Array> {
  if (isUint8Array(source)) return source
  const stream: unknown = hasPath(source) ? createReadStream(source.path) : source
  if (!isStream(stream)) throw new TypeError('document: give the bytes as a Uint8Array, such as a Buffer, { path } of a file, or a stream.')
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    if (!isUint8Array(piece)) throw new TypeError('document: a stream must give bytes; do not set an encoding.')
    length += piece.length
    if (length > maxBytes) throw new RangeError(`document: it has more than ${maxBytes} bytes.`)
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

function hasPath(value: unknown): value is { readonly path: string } {
  return (
    typeof value === 'object' && value !== null && !(Symbol.asyncIterator in value) && 'path' in value && typeof value.path === 'string'
  )
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** The settings of the options. JavaScript callers have no type check: a misspelled option would otherwise be ignored, and the default trust used. */
function settingsOf({ ...options }: ValidatorOptions & ValidateOptions): Settings {
  for (const [name, value] of Object.entries<unknown>(options)) {
    if (documentOptions.includes(name)) continue
    if (!isOption(name)) throw new TypeError(`${name}: there is no such option.`)
    if (name === 'policies') assertPaths(value)
    else if (value !== undefined && typeof value !== typesOfOptions[name]) throw new TypeError(`${name}: give a ${typesOfOptions[name]}.`)
  }
  const { threads = 0, trust, trustLists, xroad, trustStore, policies } = options
  const given = { policies, trust, trustLists, xroad, trustStore, workers: threads === 0 ? undefined : threads }
  return settingsFrom(given, { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] }, { workers: 'threads' })
}

const typesOfOptions = {
  trust: 'string',
  trustLists: 'string',
  xroad: 'string',
  trustStore: 'string',
  threads: 'number',
} as const satisfies { readonly [name in Exclude<keyof ValidatorOptions, 'policies'>]-?: string }

function isOption(name: string): name is keyof ValidatorOptions {
  return name === 'policies' || Object.hasOwn(typesOfOptions, name)
}

function assertPaths(value: unknown): void {
  const isListOfPaths = Array.isArray(value) && value.every((path) => typeof path === 'string' && path.trim() !== '' && !path.includes(','))
  if (value !== undefined && !isListOfPaths) throw new TypeError('policies: give an array of paths, without commas in them.')
}

/** Options of one document, which `validate` accepts together with those of the validator. */
const documentOptions: readonly string[] = [
  'filename',
  'documentType',
  'policy',
  'at',
  'content',
] satisfies readonly (keyof ValidateOptions)[]

/** JavaScript callers have no type check. Without this one, a wrong argument would end in an unrelated internal error, or in none. */
function assertArguments(
  document: unknown,
  { filename, documentType, policy, at, content }: { readonly [name in keyof ValidateOptions]: unknown },
  policies: readonly string[],
): void {
  if (!isUint8Array(document)) throw new TypeError('document: give the bytes as a Uint8Array, such as a Buffer.')
  if (filename !== undefined && typeof filename !== 'string') throw new TypeError('filename: give a string.')
  assertOneOf('documentType', documentType, documentTypes)
  assertOneOf('policy', policy, policies)
  if (at !== undefined && !(at instanceof Date && Number.isFinite(at.getTime()))) throw new TypeError('at: give a valid Date.')
  if (content !== undefined && !(Array.isArray(content) && content.every(isNamedFile)))
    throw new TypeError('content: give a list of files, each with its name and its bytes as a Uint8Array.')
}

function isNamedFile(file: unknown): boolean {
  return (
    typeof file === 'object' &&
    file !== null &&
    'name' in file &&
    typeof file.name === 'string' &&
    'bytes' in file &&
    isUint8Array(file.bytes)
  )
}

function assertOneOf(name: string, value: unknown, values: readonly unknown[]): void {
  if (value !== undefined && !values.includes(value)) throw new TypeError(`${name}: give one of ${values.join(', ')}.`)
}

/** Validates one document with a validator of its own. A program with several documents calls `openValidator`, which reads the trust settings once. */
export async function validate(document: DocumentSource, options: ValidatorOptions & ValidateOptions): Promise<Report> {
  const validator = await openValidator(options)
  try {
    return await validator.validate(document, options)
  } finally {
    await validator.close()
  }
}
