import { Buffer } from 'node:buffer'
import type { CheckFacts, DdocDataFile, DdocKey, FileContent, StructureFinding } from '#model'
import { excerpt } from '#model'
import { createDigest } from '#readers/crypto'
import { attributeOf, canonicalize, textOf, type XmlElement } from '#readers/xml'
import { refuse } from '../refusal.js'
import { Base64Text } from './base64-text.js'
import type { DdocFormat } from './format.js'

/** Defects of a data file; each is an error of every signature. The code of a removed defect is never reused with another meaning. */
type DataFileFlawCode =
  /** Filename is missing or empty (error 28). */
  | 'DATA_FILE_NAME'
  /** Id is not D and digits, or DO (29). */
  | 'DATA_FILE_ID'
  /** MimeType is missing (30). */
  | 'DATA_FILE_MIME_TYPE'
  /** Size is missing or not a number (31). */
  | 'DATA_FILE_SIZE'
  /** Hashcode form: DigestType is not sha1 (32). */
  | 'DATA_FILE_DIGEST_TYPE'
  /** Hashcode form: DigestValue is not base64 of 20 bytes (33). */
  | 'DATA_FILE_DIGEST_VALUE'
  /** Filename contains a path (172). */
  | 'DATA_FILE_PATH'
  /** The text is not base64. */
  | 'DATA_FILE_NOT_BASE64'
  /** Hashcode form with content: it would be shown and not be signed. */
  | 'DATA_FILE_HASHCODE_CONTENT'
  /** Another data file has the same Id. */
  | 'DATA_FILE_DUPLICATE_ID'

const flawKeys: Readonly<Record<DataFileFlawCode, DdocKey>> = {
  DATA_FILE_NAME: 'ddoc-data-file-name',
  DATA_FILE_ID: 'ddoc-data-file-id',
  DATA_FILE_MIME_TYPE: 'ddoc-data-file-mime-type',
  DATA_FILE_SIZE: 'ddoc-data-file-size',
  DATA_FILE_DIGEST_TYPE: 'ddoc-data-file-digest-type',
  DATA_FILE_DIGEST_VALUE: 'ddoc-data-file-digest-value',
  DATA_FILE_PATH: 'ddoc-data-file-path',
  DATA_FILE_NOT_BASE64: 'ddoc-data-file-base64',
  DATA_FILE_HASHCODE_CONTENT: 'ddoc-hashcode-empty',
  DATA_FILE_DUPLICATE_ID: 'ddoc-data-file-id-unique',
}

const c14n = { algorithm: 'c14n10', comments: false } as const
const SHA1_BYTES = 20

/**
 * Reads a DataFile element.
 *
 * @param setAside the text of the element if it was removed before parsing, so that the element is empty; null otherwise
 * @param idIsUnique false when another data file has the same Id
 * @throws ContainerError for an unsupported content type (error 105): no file outside the document is ever opened
 */
export function readDataFile(element: XmlElement, setAside: Base64Text | null, format: DdocFormat, idIsUnique: boolean): DdocDataFile {
  const contentType = contentTypeOf(element)
  const text = setAside ?? Base64Text.read(Buffer.from(textOf(element), 'utf8'))
  const content = contentType === 'EMBEDDED_BASE64' ? text : null
  const statedSize = numberOf(attributeOf(element, 'Size'))
  return {
    id: attributeOf(element, 'Id') ?? '',
    name: attributeOf(element, 'Filename') ?? '',
    mimeType: attributeOf(element, 'MimeType') ?? '',
    statedSize,
    contentType,
    content,
    unpadded: content !== null && text?.unpadded === true,
    ...(contentType === 'HASHCODE' ? statedDigest(element) : computedDigests(element, setAside, content, format)),
    flaws: flawsOf(element, contentType, text, statedSize, idIsUnique),
  }
}

function contentTypeOf(element: XmlElement): DdocDataFile['contentType'] {
  const contentType = attributeOf(element, 'ContentType')
  if (contentType === 'EMBEDDED_BASE64' || contentType === 'HASHCODE') return contentType
  refuse('DDOC_CONTENT_TYPE', 'Currently supports only content types EMBEDDED_BASE64 for DDOC format', contentType ?? 'no ContentType')
}

type Digests = Pick<DdocDataFile, 'digest' | 'alternateDigest'>

const nothing = () => null

/** In hashcode form the attribute DigestValue is the digest; there is nothing to hash. */
function statedDigest(element: XmlElement): Digests {
  return { digest: () => digestValueOf(element)?.toString('hex') ?? null, alternateDigest: nothing }
}

/** In embedded form the attribute DigestValue is ignored: it would let changed content pass. */
function computedDigests(element: XmlElement, setAside: Base64Text | null, content: FileContent | null, format: DdocFormat): Digests {
  if (format.digestOver === 'content')
    return { digest: once(() => (content === null ? null : sha1(content.pieces()))), alternateDigest: nothing }
  const tags = once(() => canonicalTags(element, setAside, format.elementNamespace))
  return {
    digest: once(() => sha1(canonicalForm(tags(), setAside))),
    alternateDigest: once(() => {
      const start = format.alternateDigest ? withoutNamespace(tags().start, format.elementNamespace) : null
      return start === null ? null : sha1(canonicalForm({ start, end: tags().end }, setAside))
    }),
  }
}

interface Tags {
  readonly start: Buffer
  readonly end: Buffer
}

/** The canonical form of the element in two parts: before and after the text that was set aside. */
function canonicalTags(element: XmlElement, setAside: Base64Text | null, namespace: string): Tags {
  const fragmentNamespaces = new Map(namespace === '' ? [] : [['', namespace]])
  const form = canonicalize(element, c14n, { fragmentNamespaces })
  const middle = setAside === null ? form.length : form.length - `</${element.name}>`.length
  return { start: form.subarray(0, middle), end: form.subarray(middle) }
}

/** The canonical form in pieces, so that the text is never in memory twice. The canonical form of the text is the text with LF as line break. */
function* canonicalForm({ start, end }: Tags, setAside: Base64Text | null): Iterable<Buffer> {
  yield start
  if (setAside !== null) yield* setAside.withLineFeeds()
  yield end
}

/**
 * The canonical form without the declaration of the default namespace, which comes first; null when it has no such declaration
 * (`decisions.md#ddoc-inherited-namespace`).
 */
function withoutNamespace(form: Buffer, namespace: string): Buffer | null {
  const declared = Buffer.from(`<DataFile xmlns="${namespace}"`)
  if (!form.subarray(0, declared.length).equals(declared)) return null
  return Buffer.concat([Buffer.from('<DataFile'), form.subarray(declared.length)])
}

function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | null = null
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}

function sha1(pieces: Iterable<Uint8Array>): string | null {
  const running = createDigest('SHA1')
  if (running === null) return null
  for (const piece of pieces) running.update(piece)
  return running.digest().toString('hex')
}

function digestValueOf(element: XmlElement): Buffer | null {
  const text = Base64Text.read(Buffer.from(attributeOf(element, 'DigestValue') ?? '', 'utf8'))
  return text?.size === SHA1_BYTES ? Buffer.concat([...text.pieces()]) : null
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function flawsOf(
  element: XmlElement,
  contentType: DdocDataFile['contentType'],
  text: Base64Text | null,
  statedSize: number | null,
  idIsUnique: boolean,
): readonly StructureFinding[] {
  const id = excerpt(attributeOf(element, 'Id') ?? '')
  const name = attributeOf(element, 'Filename')
  const flaws: StructureFinding[] = []
  const flaw = (code: DataFileFlawCode, facts: CheckFacts = {}) =>
    flaws.push({ key: flawKeys[code], code, facts: { dataFile: id, ...facts } })
  if (name === null || name === '') flaw('DATA_FILE_NAME')
  else if (/[/\\]/.test(name)) flaw('DATA_FILE_PATH', { name: excerpt(name) })
  if (!/^D(?:\d+|O)$/.test(id)) flaw('DATA_FILE_ID')
  if (!idIsUnique) flaw('DATA_FILE_DUPLICATE_ID')
  if (attributeOf(element, 'MimeType') === null) flaw('DATA_FILE_MIME_TYPE')
  if (statedSize === null) flaw('DATA_FILE_SIZE', { size: excerpt(attributeOf(element, 'Size') ?? '') })
  if (contentType === 'EMBEDDED_BASE64') {
    if (text === null) flaw('DATA_FILE_NOT_BASE64')
    return flaws
  }
  const digestType = attributeOf(element, 'DigestType') ?? ''
  if (digestType !== 'sha1') flaw('DATA_FILE_DIGEST_TYPE', { digestType: excerpt(digestType) })
  if (digestValueOf(element) === null) flaw('DATA_FILE_DIGEST_VALUE')
  if (text?.size !== 0) flaw('DATA_FILE_HASHCODE_CONTENT')
  return flaws
}
