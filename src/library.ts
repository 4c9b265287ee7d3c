/**
 * The package as a library: validation without a server, in the thread of the caller or in worker threads. Its options, results and errors are as stable as
 * the REST interface. No other module of the package may be imported.
 */
import { isUint8Array } from 'node:util/types'
import { type Settings, settingsFrom } from '#config'
import { type DocumentType, documentTypes, type PolicyName, policyNames } from '#model'
import { openInProcessService, openPolicies, openValidationService } from '#threads'
import { openTrust } from '#trust/supply'
import { documentTypeOf } from '#validation'
import type { Siva1Report } from '#writers/siva1'

export { SettingsError } from '#config'
export { MalformedDocument, RequestError } from '#model'
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

export interface Validator {
  /**
   * The validation report of a document. With threads its buffer is transferred, so the array is empty afterwards.
   *
   * @throws TypeError for an argument of another type or value than declared here
   * @throws MalformedDocument when the document cannot be read, or is of another type
   * @throws RequestError when it needs more work than the bounds allow
   */
  validate(document: Uint8Array, options?: ValidateOptions): Promise<Report>
  /** Fetches the newest trusted lists when `trustLists` names any, and keeps them in the store. Nothing else is fetched over the network. */
  refreshTrust(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a validator, which reads the trust settings once.
 *
 * @throws SettingsError, TrustSettingsError or PolicyFileError; the message says what to write instead
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
  const now = () => Date.now()
  const policies = openPolicies(settings.policies, settings.limits)
  const trust = await openTrust({ settings, now, refreshIn: threads === 0 ? 'here' : 'thread' })
  // Not reported here: an error of a thread also rejects the validation that it interrupted.
  const service = { settings, trust, policies, now, onFault: () => undefined }
  const opened = threads === 0 ? openInProcessService(service) : openValidationService(service)
  return {
    validate: async (document, options = {}) => {
      assertArguments(document, options, [...policyNames, ...policies.map(({ own }) => own.name)])
      const { filename = 'document', documentType, policy = 'POLv1', at, content = [] } = options
      const type = documentType ?? documentTypeOf(document, settings.limits)
      const validationTime = at?.getTime() ?? now()
      const detached = content.length === 0 ? null : ({ kind: 'files', files: content } as const)
      const request = { document, filename, documentType: type, policy, validationTime, detached }
      return (await opened.validate(request, { form: 'siva1-json', strict: false, detailed: false })).written
    },
    refreshTrust: () => trust.refresh(),
    close: () => opened.close(),
  }
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
export async function validate(document: Uint8Array, options: ValidatorOptions & ValidateOptions): Promise<Report> {
  const validator = await openValidator(options)
  try {
    return await validator.validate(document, options)
  } finally {
    await validator.close()
  }
}
