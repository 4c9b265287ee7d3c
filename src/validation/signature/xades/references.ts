import { type ArchivedFile, type ReferenceFacts, resultOrNull, type SignedScope } from '#model'
import {
  type DataObjectFormat,
  finding,
  type QualifyingProperties,
  SIGNED_PROPERTIES_TYPE,
  trimmedExcerpt,
  type XadesFinding,
} from '#readers/xades'
import type { XmlDocument, XmlElement } from '#readers/xml'
import {
  type CanonicalForms,
  type ElementIds,
  isManifest,
  isSameDocument,
  octetsTarget,
  type ReferencedObject,
  readManifestReferences,
  resolveSameDocument,
  verifyReference,
  XMLDSIG_NAMESPACE,
  type XmlReference,
  type XmlSignature,
} from '#readers/xmldsig'
import type { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import type { DataFileResolver } from './data-file-resolver.js'
import { type OwnDocument, objectInOwnDocument, ownDocumentOf } from './own-document.js'

/** A reference with the object that it designates. The imprints of time-stamps cover the same octets. */
export interface LocatedReference {
  readonly reference: XmlReference
  readonly kind: ReferenceFacts['kind']
  readonly target: ReferencedObject
  readonly dataFile: ArchivedFile | null
  readonly status: ReferenceFacts['status']
  readonly canonicalFile: ReferenceFacts['canonicalFile']
  readonly plusForSpace: boolean
  /** Whether it designates a ds:Manifest in an object of the signature. */
  readonly isOwnManifest: boolean
  readonly lookAlike: ReferenceFacts['lookAlike']
  /** The data that the reference covers; null where it covers a part of the signature, or finds nothing. */
  readonly scope: SignedScope | null
}

/** Where the objects of references are looked for. */
interface ReferenceSurroundings {
  readonly ids: ElementIds
  /** The XML document with the signature, where it is itself the data; null in a container. */
  readonly ownDocument: XmlDocument | null
  readonly dataFile: DataFileResolver
  readonly work: DocumentWork
  readonly context: Pick<SignatureContext, 'limits'>
}

/** Finds the object that each reference of SignedInfo designates, and verifies its digest, in order. */
export function locateReferences(
  signature: XmlSignature,
  properties: QualifyingProperties,
  where: ReferenceSurroundings,
  forms: CanonicalForms,
): readonly LocatedReference[] {
  const { ownDocument: document, ids, work } = where
  const own = document === null ? null : ownDocumentOf({ document, ids, signature, propertiesObject: properties.object, work })
  return signature.signedInfo.references.map((reference) => {
    const { target, dataFile, canonicalFile, scope }: FoundObject = findObject(reference, own, where)
    const { uri } = reference
    const isMissing = dataFile === null && uri !== null && target.kind === 'not-found' && !isSameDocument(uri)
    return {
      reference,
      kind: scope === null ? kindOf(reference, target, properties.signedProperties, where.ownDocument !== null) : 'data-object',
      target,
      dataFile,
      status: verifyReference(reference, target, forms),
      canonicalFile,
      plusForSpace: dataFile !== null && uri !== null && where.dataFile.isExact?.(uri, dataFile) === false,
      isOwnManifest:
        target.kind === 'element' && isManifest(target.element) && signature.objects.some((object) => object === target.element.parent),
      lookAlike: isMissing ? (where.dataFile.lookAlike?.(uri) ?? undefined) : undefined,
      scope,
    }
  })
}

function nameOf(uri: string): string {
  return resultOrNull(URIError, () => decodeURIComponent(uri)) ?? uri
}

interface FoundObject {
  readonly target: ReferencedObject
  readonly dataFile: ArchivedFile | null
  readonly canonicalFile?: ReferenceFacts['canonicalFile']
  readonly scope: SignedScope | null
}

const nothingFound: FoundObject = { target: { kind: 'not-found' }, dataFile: null, scope: null }

function findObject(reference: XmlReference, own: OwnDocument | null, where: ReferenceSurroundings): FoundObject {
  const { uri } = reference
  const inOwn = own === null ? null : objectInOwnDocument(reference, own)
  if (inOwn !== null) {
    const { target, scope, leftOut } = inOwn
    return { target, dataFile: null, scope, ...(leftOut.length === 0 ? {} : { canonicalFile: { problem: null, leftOut } }) }
  }
  if (isSameDocument(uri)) return { target: resolveSameDocument(uri, where.ids), dataFile: null, scope: null }
  if (uri === null) return nothingFound
  const dataFile = where.dataFile(uri)
  if (dataFile !== null) return { dataFile, scope: { kind: 'file', name: dataFile.name }, ...objectOfFile(reference, dataFile, where) }
  const known = where.dataFile.digestOf?.(uri, reference.digest) ?? null
  // Outside a container the file is known by its name alone until somebody gives it.
  if (known === null) return own === null ? nothingFound : { ...nothingFound, scope: { kind: 'file', name: nameOf(uri) } }
  const { name, digest } = known
  return {
    target: { kind: 'digest', digest: () => digest },
    dataFile: null,
    scope: { kind: 'file-digest', name, digest: reference.digest },
  }
}

/** The octets of a data file; in canonical form where a transform asks for it and the file is XML. */
function objectOfFile(
  { transforms: { chain } }: XmlReference,
  file: ArchivedFile,
  { work, context }: Pick<ReferenceSurroundings, 'work' | 'context'>,
): Pick<FoundObject, 'target' | 'canonicalFile'> {
  if (chain.kind === 'canonicalization') {
    const form = work.canonicalFormOf(file, chain, context.limits.xml)
    if ('octets' in form) {
      const { octets, leftOut } = form
      return { target: octetsTarget(octets), canonicalFile: { problem: null, leftOut } }
    }
    return { target: octetsOfFile(file, work), canonicalFile: { problem: form.problem, leftOut: [] } }
  }
  return { target: octetsOfFile(file, work) }
}

function octetsOfFile(file: ArchivedFile, work: DocumentWork): ReferencedObject {
  return { kind: 'octets', digest: (algorithm) => work.digestOf(file, algorithm), pieces: () => file.content.pieces() }
}

/**
 * The kind of a reference that has no scope. It is a reference to the signed properties if it has their Type, and designates those of this signature or no
 * element. Without the Type it is not, even if it designates the same element: other verifiers would not accept it as such. Where the document itself is the data,
 * a reference to what is not there, or is there twice, is one to data.
 */
function kindOf(
  reference: XmlReference,
  target: ReferencedObject,
  signedProperties: XmlElement | null,
  documentIsData: boolean,
): ReferenceFacts['kind'] {
  if (!isSameDocument(reference.uri)) return 'data-object'
  if (reference.type !== SIGNED_PROPERTIES_TYPE) return documentIsData && target.kind !== 'element' ? 'data-object' : 'other'
  return target.kind !== 'element' || target.element === signedProperties ? 'signed-properties' : 'other'
}

/**
 * Verifies the references to files of the container in each ds:Manifest that the signature covers (XML Signature 1.1, 5.1). Such a file does not count as
 * signed (`decisions.md#xml-manifests`), but the report has a reference whose digest does not match.
 */
export function verifyManifests(
  located: readonly LocatedReference[],
  where: ReferenceSurroundings,
  forms: CanonicalForms,
  { maxReferences }: { readonly maxReferences: number },
): readonly ReferenceFacts[] {
  const elements = located.flatMap(({ target }) => (target.kind === 'element' && isManifest(target.element) ? [target.element] : []))
  return readManifestReferences([...new Set(elements)], maxReferences).flatMap((reference) => {
    const dataFile = reference.uri === null || isSameDocument(reference.uri) ? null : where.dataFile(reference.uri)
    if (dataFile === null) return []
    const { id, uri, type, transforms } = reference
    const { target, canonicalFile } = objectOfFile(reference, dataFile, where)
    const status = verifyReference(reference, target, forms)
    return {
      id,
      uri: uri ?? '',
      type,
      kind: 'other',
      dataFile: null,
      digest: reference.digest,
      status,
      transforms: transforms.algorithms,
      mimeType: null,
      ...(canonicalFile === undefined ? {} : { canonicalFile }),
    }
  })
}

/** Whether the signature covers its signed properties: there is an intact reference to them, and their Target is this signature. */
export function areSignedPropertiesCovered(references: readonly LocatedReference[], properties: QualifyingProperties): boolean {
  return properties.targetsSignature && references.some(({ kind, status }) => kind === 'signed-properties' && status === 'intact')
}

/** The formats by their ObjectReference; the first of several formats for one reference. */
export function indexFormats(formats: readonly DataObjectFormat[]): ReadonlyMap<string, DataObjectFormat> {
  // Reversed, because later entries of a Map replace earlier ones.
  return new Map(formats.toReversed().map((format) => [format.objectReference, format]))
}

/** The forms of ObjectReference in a DataObjectFormat: `#` and the Id of the reference, or also its URI. */
type FormatPointers = 'id' | 'id-or-uri'

/** The facts of a reference, with the MIME type of its DataObjectFormat. */
export function referenceFacts(
  { reference, kind, dataFile, status, canonicalFile, plusForSpace, isOwnManifest, lookAlike }: LocatedReference,
  formats: ReadonlyMap<string, DataObjectFormat>,
  pointers: FormatPointers,
): ReferenceFacts {
  const mimeType = formatOf(reference, formats, pointers)?.mimeType ?? null
  return {
    id: reference.id,
    uri: reference.uri ?? '',
    type: reference.type,
    kind,
    dataFile: dataFile?.name ?? null,
    digest: reference.digest,
    status,
    transforms: reference.transforms.algorithms,
    mimeType,
    ...(canonicalFile === undefined ? {} : { canonicalFile: withWriting(canonicalFile, dataFile?.name ?? '', mimeType) }),
    ...(plusForSpace ? { plusForSpace } : {}),
    ...(isOwnManifest ? { manifest: true } : {}),
    ...(lookAlike === undefined ? {} : { lookAlike }),
  }
}

/** Adds that the writing of a file is not covered, unless it is signed as XML: only then do all programs read the same in other writings of one content. */
function withWriting(
  file: NonNullable<ReferenceFacts['canonicalFile']>,
  name: string,
  mimeType: string | null,
): NonNullable<ReferenceFacts['canonicalFile']> {
  const isXml = mimeType !== null && xmlType.test(mimeType) && !namesHtml.test(name)
  return isXml || file.problem !== null ? file : { ...file, leftOut: [...file.leftOut, 'writing'] }
}

/** RFC 7303: XML, and types that are based on it. */
const xmlType = /^(?:text|application)\/xml\s*(?:;|$)|^[^;\s]+\+xml\s*(?:;|$)/i
/** Browsers read a file of this name as HTML, whatever its type. */
const namesHtml = /\.html?$/i

function formatOf(
  { id, uri }: XmlReference,
  formats: ReadonlyMap<string, DataObjectFormat>,
  pointers: FormatPointers,
): DataObjectFormat | undefined {
  const byId = id === '' ? undefined : formats.get(`#${id}`)
  return byId ?? (pointers === 'id-or-uri' && uri !== null ? formats.get(uri) : undefined)
}

/**
 * Defects of the references and of the DataObjectFormat elements that point to them: missing, repeated or wrong.
 *
 * @param index the formats as `indexFormats` returns them
 */
export function findReferenceFlaws(
  references: readonly LocatedReference[],
  formats: readonly DataObjectFormat[],
  index: ReadonlyMap<string, DataObjectFormat>,
  pointers: FormatPointers,
): readonly XadesFinding[] {
  const findings: XadesFinding[] = []
  const typed = references.filter(({ reference }) => reference.type === SIGNED_PROPERTIES_TYPE)
  if (typed.length === 0) findings.push(finding('SIGNED_PROPERTIES_REFERENCE_MISSING'))
  if (typed.length > 1) findings.push(finding('SIGNED_PROPERTIES_REFERENCE_MULTIPLE', { count: typed.length }))
  for (const { reference, kind, target } of typed) {
    if (kind !== 'signed-properties' || target.kind !== 'element') {
      findings.push(finding('SIGNED_PROPERTIES_REFERENCE_TARGET', { uri: trimmedExcerpt(reference.uri ?? '') }))
    }
  }
  for (const { reference } of references) {
    if (reference.digestValue === null) {
      findings.push(
        finding('DIGEST_VALUE_NOT_BASE64', { reference: trimmedExcerpt(reference.id === '' ? (reference.uri ?? '') : reference.id) }),
      )
    }
  }
  return [...findings, ...findFormatFlaws(references, formats, index, pointers)]
}

function findFormatFlaws(
  references: readonly LocatedReference[],
  formats: readonly DataObjectFormat[],
  index: ReadonlyMap<string, DataObjectFormat>,
  pointers: FormatPointers,
): readonly XadesFinding[] {
  const findings: XadesFinding[] = []
  const ids = new Set(references.filter(({ reference }) => reference.id !== '').map(({ reference }) => `#${reference.id}`))
  if (pointers === 'id-or-uri') for (const { reference } of references) ids.add(reference.uri ?? '')
  const seen = new Set<string>()
  // A format may also point to a reference of a manifest that the signature covers.
  const mayBeInManifest = references.some(({ target }) => target.kind === 'element' && isManifest(target.element))
  for (const { objectReference } of formats) {
    const facts = { objectReference: trimmedExcerpt(objectReference) }
    if (seen.has(objectReference)) findings.push(finding('DATA_OBJECT_FORMAT_REPEATED', facts))
    else if (!ids.has(objectReference)) {
      findings.push(finding('DATA_OBJECT_FORMAT_TARGET', facts))
      if (pointers === 'id' && !mayBeInManifest) findings.push(finding('PROPERTY_AGAINST_XADES', { property: 'DataObjectFormat' }))
    }
    seen.add(objectReference)
  }
  // No format can point to a reference without an Id. SiVa 3 looks at the last of these alone, and accepts signatures none of whose references has one.
  const lastWithoutId = references.findLast(({ reference }) => reference.id === '')?.reference
  for (const { reference, kind, target } of references) {
    if (kind !== 'data-object') continue
    const canBeNamed = reference.id !== '' || reference === lastWithoutId
    if (pointers === 'id' && canBeNamed && !isPartOfSignature(target) && formatOf(reference, index, pointers) === undefined)
      findings.push(finding('PROPERTY_AGAINST_BASELINE', { property: 'DataObjectFormat' }))
    const uri = trimmedExcerpt(reference.uri ?? '')
    if (reference.id === '' && pointers === 'id') findings.push(finding('REFERENCE_ID_MISSING', { uri }))
    if (formatOf(reference, index, pointers)?.mimeType == null) {
      findings.push(finding('DATA_OBJECT_FORMAT_MISSING', { reference: trimmedExcerpt(reference.id), uri }))
    }
  }
  return findings
}

/** Whether a reference designates what describes the signature, which has no format. */
function isPartOfSignature(target: ReferencedObject): boolean {
  return target.kind === 'element' && target.element.namespace === XMLDSIG_NAMESPACE && partsOfSignature.has(target.element.localName)
}

const partsOfSignature: ReadonlySet<string> = new Set(['KeyInfo', 'Manifest', 'SignatureProperties'])
