import {
  type ArchivedFile,
  type ProfileFacts,
  ReaderError,
  type ReadSignature,
  type SignatureFile,
  type SignatureSource,
  type UnreadableSignature,
} from '#model'
import { attributeOf, parseXml, visitElements, type XmlDocument, type XmlElement, XmlError } from '#readers/xml'
import { indexElementIds, XMLDSIG_NAMESPACE, XmldsigError } from '#readers/xmldsig'
import { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import { signatureLimit } from '../signature-limit-error.js'
import { createDataFileResolver, type DataFileResolver } from './data-file-resolver.js'
import { asicDialect, type XadesDialect } from './dialect.js'
import { readXadesSignature, type SignatureSurroundings, type XadesSignature } from './read-signature.js'

/** The data files and signature files of an ASiC container. */
export interface AsicSignatures {
  readonly form: { readonly kind: 'asic-e' | 'asic-s' }
  readonly dataFiles: readonly ArchivedFile[]
  readonly signatures: readonly SignatureFile[]
}

/** A signature before the facts of its kind of document are added, or one that cannot be read. */
type ReadXades = { readonly kind: 'read'; readonly facts: XadesSignature } | UnreadableSignature

/**
 * Reads every ds:Signature of the signature files of a container, in document order. The files share the bounds of the document.
 *
 * A signature that cannot be read, and a file that is not XML or contains no signature, becomes `unreadable`; the other signatures are read
 * (`decisions.md#unreadable-signature`).
 *
 * @throws ReaderError with `limit` when a bound of the context is reached: a report without the other signatures would appear complete (`decisions.md#work`)
 */
export function readAsicSignatures({ form, dataFiles, signatures }: AsicSignatures, context: SignatureContext): readonly ReadSignature[] {
  const read: ReadSignature[] = []
  const { maxSignatures } = context.limits.signature
  const work = new DocumentWork(context.limits.signature)
  const resolver = createDataFileResolver(dataFiles, context.limits.signature)
  for (const file of signatures) {
    for (const signature of readSignatureFile(file, resolver, asicDialect, context, work))
      read.push(withProfile(signature, { name: form.kind }))
    // `readSignatureFile` bounds one file; a thousand files must not have five hundred thousand signatures.
    if (read.length > maxSignatures) throw tooManySignatures(maxSignatures)
  }
  return read
}

/** Adds the facts of the kind of document. */
export function withProfile(read: ReadXades, profile: ProfileFacts): ReadSignature {
  return read.kind === 'unreadable' ? read : { kind: 'read', facts: { profile, ...read.facts } }
}

/**
 * Reads the signatures of one file.
 *
 * @param dataFile finds the file that the URI of a reference designates
 * @param dialect the differences from the standard of XAdES in this kind of container
 * @param work budget that all files of the document share
 */
export function readSignatureFile(
  file: SignatureFile,
  dataFile: DataFileResolver,
  dialect: XadesDialect,
  context: SignatureContext,
  work: DocumentWork,
): readonly ReadXades[] {
  return withinBounds(file, () => {
    const document = orUnreadable(() => parseXml(file.bytes, work.boundsOf(context.limits.xml)))
    if (document instanceof ReaderError) return [unreadable(document, { file: file.name, index: 0 }, '')]
    work.hasParsed(document)
    const read = readSignaturesIn(document, file.name, { ownDocument: null, dataFile, context, work, dialect })
    if (read.length > 0) return read
    const signature = { code: NO_SIGNATURE, message: 'The file holds no ds:Signature', offset: document.root.offset }
    return [unreadable(signature, { file: file.name, index: 0 }, '')]
  })
}

/** Reads the signatures of a parsed document, in document order; those inside another signature belong to it. */
export function readSignaturesIn(
  document: XmlDocument,
  file: string,
  surroundings: Omit<SignatureSurroundings, 'source' | 'ids'>,
): readonly ReadXades[] {
  const { maxSignatures } = surroundings.context.limits.signature
  const elements = findSignatures(document.root)
  if (elements.length > maxSignatures) throw tooManySignatures(maxSignatures)
  const ids = indexElementIds(document.root)
  return elements.map((element, index): ReadXades => {
    const source = { file, index }
    const facts = orUnreadable(() => readXadesSignature(element, { source, ids, ...surroundings }))
    return facts instanceof ReaderError ? unreadable(facts, source, attributeOf(element, 'Id') ?? '') : { kind: 'read', facts }
  })
}

const NO_SIGNATURE = 'XADES_NO_SIGNATURE'

/** The ds:Signature elements that are not inside another one: counter-signatures and signed objects are not signatures of the container. */
function findSignatures(root: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = []
  visitElements(root, (element) => {
    const isSignature = element.localName === 'Signature' && element.namespace === XMLDSIG_NAMESPACE
    if (isSignature) found.push(element)
    return !isSignature
  })
  return found
}

/** The result, or the error of a reader of XML. Other errors are thrown: a damaged entry of the container does not concern this signature alone. */
function orUnreadable<T>(read: () => T): T | ReaderError {
  try {
    return read()
  } catch (error) {
    if ((error instanceof XmlError || error instanceof XmldsigError) && !error.limit) return error
    throw error
  }
}

function unreadable(
  { code, message, offset }: Pick<UnreadableSignature, 'code' | 'message' | 'offset'>,
  source: SignatureSource,
  id: string,
): ReadXades {
  return { kind: 'unreadable', source, id, code, message, offset }
}

/** Adds the name of the file to the error for a bound. */
function withinBounds<T>(file: SignatureFile, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ReaderError) || !error.limit) throw error
    throw new ReaderError(error.code, error.message, error.offset, true, error.place ?? file.name, { cause: error })
  }
}

function tooManySignatures(max: number): ReaderError {
  return signatureLimit('SIGNATURE_TOO_MANY_SIGNATURES', `more than ${max} signatures`)
}
