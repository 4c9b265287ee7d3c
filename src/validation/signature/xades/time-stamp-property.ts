import type { TimeStampKind, UnreadableTimeStamp } from '#model'
import type { TimeStampToken } from '#readers/cms'
import { XADES_141_NAMESPACE, XADES_NAMESPACE } from '#readers/xades'
import { childElements, type XmlElement } from '#readers/xml'
import { base64Of, type Canonicalization, DEFAULT_CANONICALIZATION, readCanonicalization, XMLDSIG_NAMESPACE } from '#readers/xmldsig'
import type { SignatureContext } from '../signature-context.js'
import { readToken } from '../time-stamp-token.js'
import type { XadesDialect } from './dialect.js'

/** The reasons why a time-stamp property cannot be read, in addition to the problems of its token. */
type TimeStampProblem =
  /** No EncapsulatedTimeStamp. */
  | 'TIME_STAMP_TOKEN_MISSING'
  /** Several tokens: the standard does not define what the imprints of the second and further tokens cover. */
  | 'TIME_STAMP_SEVERAL_TOKENS'
  /** An XMLTimeStamp, which is not supported. */
  | 'TIME_STAMP_XML_TOKEN'
  /** The text of the token is not base64. */
  | 'TIME_STAMP_NOT_BASE64'
  /** ArchiveTimeStamp of XAdES 1.3.2, whose imprint follows other rules; it never counts. */
  | 'TIME_STAMP_ARCHIVE_132'

/** A property with its decoded time-stamp token. Nothing is verified yet. */
export interface TimeStampProperty {
  readonly readable: true
  readonly element: XmlElement
  readonly kind: TimeStampKind
  readonly token: TimeStampToken
  /** Canonicalization of the covered elements; null when the method is not supported. */
  readonly canonicalization: Canonicalization | null
}

const kinds: ReadonlyMap<string, TimeStampKind> = new Map<string, TimeStampKind>([
  [`${XADES_NAMESPACE}AllDataObjectsTimeStamp`, 'content'],
  [`${XADES_NAMESPACE}IndividualDataObjectsTimeStamp`, 'content'],
  [`${XADES_NAMESPACE}SignatureTimeStamp`, 'signature'],
  [`${XADES_NAMESPACE}SigAndRefsTimeStamp`, 'validation-data'],
  [`${XADES_NAMESPACE}RefsOnlyTimeStamp`, 'validation-data'],
  [`${XADES_141_NAMESPACE}SigAndRefsTimeStampV2`, 'validation-data'],
  [`${XADES_141_NAMESPACE}RefsOnlyTimeStampV2`, 'validation-data'],
  [`${XADES_NAMESPACE}ArchiveTimeStamp`, 'archive'],
  [`${XADES_141_NAMESPACE}ArchiveTimeStamp`, 'archive'],
])

/** The kind of time-stamp in a property; null for any other property. */
export function timeStampKindOf(element: XmlElement): TimeStampKind | null {
  return kinds.get(element.namespace + element.localName) ?? null
}

/** Decodes a time-stamp property (XAdESTimeStampType, EN 319 132-1, 5.1.4). */
export function readTimeStampProperty(
  element: XmlElement,
  kind: TimeStampKind,
  context: SignatureContext,
  { bareTimeStampTokens }: Pick<XadesDialect, 'bareTimeStampTokens'> = asStandard,
): TimeStampProperty | ({ readonly readable: false } & UnreadableTimeStamp) {
  const unreadable = (problem: string) => ({ readable: false, kind, problem }) as const
  const tokens = childElements(element, XADES_NAMESPACE, 'EncapsulatedTimeStamp')
  const problem = problemOf(element, tokens.length)
  const bare = bareTimeStampTokens && kind === 'signature' && childElements(element).length === 0
  const [encapsulated] = bare ? [element] : tokens
  if (problem !== null || encapsulated === undefined) return unreadable(problem ?? ('TIME_STAMP_TOKEN_MISSING' satisfies TimeStampProblem))
  const encoded = base64Of(encapsulated)
  if (encoded === null) return unreadable('TIME_STAMP_NOT_BASE64' satisfies TimeStampProblem)
  const read = readToken(encoded, context)
  return read.problem === null
    ? { readable: true, element, kind, token: read.token, canonicalization: canonicalizationOf(element) }
    : unreadable(read.problem)
}

const asStandard = { bareTimeStampTokens: false } as const

function problemOf(element: XmlElement, tokens: number): TimeStampProblem | null {
  if (element.namespace === XADES_NAMESPACE && element.localName === 'ArchiveTimeStamp') return 'TIME_STAMP_ARCHIVE_132'
  if (childElements(element, XADES_NAMESPACE, 'XMLTimeStamp').length > 0) return 'TIME_STAMP_XML_TOKEN'
  return tokens > 1 ? 'TIME_STAMP_SEVERAL_TOKENS' : null
}

function canonicalizationOf(element: XmlElement): Canonicalization | null {
  const [method, ...others] = childElements(element, XMLDSIG_NAMESPACE, 'CanonicalizationMethod')
  if (method === undefined) return DEFAULT_CANONICALIZATION
  return others.length > 0 ? null : readCanonicalization(method)
}
