import { type ExpectedSignature, fails, passes, type Sample, sample } from '../../samples/sample.js'
import type { TrustName } from '../../trust.js'
import {
  type DdocFile,
  type DdocOptions,
  type DdocSignatureOptions,
  type DdocVersion,
  ddocAgreement,
  ddocContainer,
  ddocFile,
} from '../container.js'

export const second = ddocFile('lisa.txt', 'Rattal on kell ja korv.\n')
export const old = 'ddoc-version-current'
export const sound = passes('LT_TM')
export const failing = (...errors: readonly string[]): ExpectedSignature => fails('LT_TM', '', errors)

export interface Further {
  readonly trust?: TrustName
  readonly policy?: 'POLv1' | 'POLv2'
  readonly form?: string
  /** False: made where a test needs it, and not among the files of `fixtures/`. */
  readonly fixture?: boolean
}

export function document(
  id: string,
  what: string,
  why: string,
  options: DdocOptions,
  expected: ExpectedSignature | readonly ExpectedSignature[] | 'malformed',
  { form = `DIGIDOC_XML_${options.version ?? '1.3'}`, ...further }: Further = {},
): Sample {
  const made = sample(
    `ddoc-${id}`,
    { what, why, document: () => ddocContainer(options), extension: 'ddoc', fixture: true, ...further },
    expected,
  )
  if (made.expected === 'malformed') return made
  // Whatever else is said of it: no name is signed in 1.0, and none of a file in hashcode form.
  const isNameUnsigned =
    (options.relabelled ?? options.version) === '1.0' || (options.files ?? []).some(({ hashcode }) => hashcode === true)
  const signatures = made.expected.signatures.map((signature) =>
    isNameUnsigned ? { ...signature, warnings: [...signature.warnings, 'ddoc-file-names-signed'] } : signature,
  )
  return { ...made, expected: { ...made.expected, signatureForm: form, signatures } }
}

/** A document whose only signature differs in one thing. */
export const signature = (
  id: string,
  what: string,
  why: string,
  options: DdocSignatureOptions,
  expected: ExpectedSignature,
  further: Further & { readonly version?: DdocVersion } = {},
): Sample => {
  const { version = '1.3', ...others } = further
  return document(id, what, why, { version, signatures: [options] }, expected, others)
}

export const file = (id: string, what: string, why: string, changes: Partial<DdocFile>, expected: ExpectedSignature): Sample =>
  document(id, what, why, { files: [{ ...ddocAgreement, ...changes }] }, expected)

export function flipped(value: Buffer): Buffer {
  const copy = Buffer.from(value)
  copy[40] = (copy[40] ?? 0) ^ 1
  return copy
}

export function inLastReference(xml: string, change: (reference: string) => string): string {
  const start = xml.lastIndexOf('<Reference')
  return xml.slice(0, start) + change(xml.slice(start))
}
