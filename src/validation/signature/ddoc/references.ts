import { type DdocDataFile, type DdocDataFileFacts, type DdocFacts, excerpt, type ReferenceFacts, type StructureFinding } from '#model'
import { digestAsHex } from '#readers/crypto'
import { attributeOf, type XmlElement } from '#readers/xml'
import { XmldsigError } from '#readers/xmldsig'
import { appendTo } from '#std'
import { readDigest, type WrittenDigest } from './digest-value.js'
import { attributeAt, childrenNamed } from './elements.js'
import { flaw } from './flaws.js'
import { canonicalForms } from './fragment.js'
import type { DdocSignatureRules } from './rules.js'

interface WrittenReference {
  readonly uri: string | null
  readonly element: XmlElement
  readonly digest: WrittenDigest
}

/** The object that a reference designates, and whether its digest matches. */
type Designation = Pick<ReferenceFacts, 'kind' | 'dataFile' | 'status'>

const notFound: Designation = { kind: 'data-object', dataFile: null, status: 'not-found' }

/** The references of a signature, and their results for each data file and for the signed properties. */
interface ReadReferences {
  readonly facts: readonly ReferenceFacts[]
  readonly dataFiles: readonly DdocDataFileFacts[]
  readonly danglingReferences: readonly string[]
  readonly signedProperties: DdocFacts['signedProperties']
  readonly flaws: readonly StructureFinding[]
}

/**
 * Reads the references of SignedInfo and compares their digests. The URI alone determines the object of a reference: Type is missing or
 * misspelt in real files. If several references designate one object, each digest must match.
 *
 * @throws XmldsigError when there are more than `maxReferences`
 */
export function readReferences(
  signedInfo: XmlElement,
  signedProperties: XmlElement,
  dataFiles: readonly DdocDataFile[],
  rules: DdocSignatureRules,
  maxReferences: number,
): ReadReferences {
  const elements = childrenNamed(signedInfo, 'Reference')
  if (elements.length > maxReferences)
    throw new XmldsigError('XMLDSIG_TOO_MANY_REFERENCES', `A signature has more than ${maxReferences} references`, signedInfo.offset)
  const references = elements.map((element): WrittenReference => {
    const uri = attributeOf(element, 'URI')
    return { uri, element, digest: readDigest(element, uri ?? '') }
  })
  const byUri = new Map<string, WrittenReference[]>()
  for (const reference of references) appendTo(byUri, reference.uri ?? '', reference)
  const id = attributeAt(signedProperties, 'Id')
  // In 1.0 the Id itself begins with the number sign.
  const signedPropertiesUri = id.startsWith('#') ? id : `#${id}`
  const ofProperties = id === '' ? [] : (byUri.get(signedPropertiesUri) ?? [])
  const known = new Set(ofProperties)
  const files = dataFiles.map((file) => {
    const ofFile = byUri.get(`#${file.id}`) ?? []
    const ofMimeType = rules.mimeTypeReferences ? (byUri.get(`#${file.id}-MIME`) ?? []) : null
    for (const reference of [...ofFile, ...(ofMimeType ?? [])]) known.add(reference)
    return { file, ofFile, ofMimeType, facts: dataFileFacts(file, ofFile, ofMimeType) }
  })
  const propertiesFacts = { id, digest: digestOfProperties(signedProperties, ofProperties, rules) }
  const status = new Map<WrittenReference, Designation>()
  for (const { file, ofFile, facts } of files) {
    const intact = facts.digest === 'match' || facts.digest === 'alternate'
    for (const reference of ofFile)
      status.set(reference, { kind: 'data-object', dataFile: file.name, status: intact ? 'intact' : 'mismatch' })
  }
  for (const { ofMimeType, facts } of files)
    for (const reference of ofMimeType ?? [])
      status.set(reference, { kind: 'other', dataFile: null, status: facts.mimeTypeDigest === 'match' ? 'intact' : 'mismatch' })
  for (const reference of ofProperties)
    status.set(reference, {
      kind: 'signed-properties',
      dataFile: null,
      status: propertiesFacts.digest === 'match' ? 'intact' : 'mismatch',
    })
  return {
    facts: references.map((reference) => referenceFacts(reference, status.get(reference) ?? notFound)),
    dataFiles: files.map(({ facts }) => facts),
    danglingReferences: references.flatMap((reference) => (known.has(reference) || reference.uri === null ? [] : [excerpt(reference.uri)])),
    signedProperties: propertiesFacts,
    flaws: flawsOf(references, rules),
  }
}

function dataFileFacts(
  file: DdocDataFile,
  ofFile: readonly WrittenReference[],
  ofMimeType: readonly WrittenReference[] | null,
): DdocDataFileFacts {
  const { id, name, contentType, statedSize, content, unpadded, flaws } = file
  const digest = ofFile.length === 0 ? 'not-referenced' : digestOfFile(file, ofFile)
  const proven = digest === 'match' || digest === 'alternate'
  return {
    id: excerpt(id),
    name,
    contentType,
    statedSize,
    size: content?.size ?? null,
    digest,
    mimeTypeDigest: ofMimeType === null ? null : digestOfMimeType(file, ofMimeType),
    // Text without its padding may have been cut off, unless the signed digest covers it.
    flaws: unpadded && !proven ? [...flaws, unprovenText(id)] : flaws,
  }
}

function unprovenText(id: string): StructureFinding {
  return { key: 'ddoc-data-file-base64', code: 'DATA_FILE_NOT_BASE64', facts: { dataFile: excerpt(id) } }
}

function digestOfFile(file: DdocDataFile, references: readonly WrittenReference[]): 'match' | 'alternate' | 'mismatch' {
  if (areAll(file.digest(), references)) return 'match'
  return areAll(file.alternateDigest(), references) ? 'alternate' : 'mismatch'
}

/** Whether each reference states this digest; false for null, a digest that cannot be computed. */
function areAll(expected: string | null, references: readonly WrittenReference[]): boolean {
  return expected !== null && references.every(({ digest: { sha1 } }) => sha1 === expected)
}

function digestOfMimeType(file: DdocDataFile, references: readonly WrittenReference[]): 'match' | 'mismatch' | 'not-referenced' {
  if (references.length === 0) return 'not-referenced'
  return areAll(digestAsHex('SHA1', Buffer.from(file.mimeType, 'utf8')), references) ? 'match' : 'mismatch'
}

function digestOfProperties(
  signedProperties: XmlElement,
  references: readonly WrittenReference[],
  rules: DdocSignatureRules,
): 'match' | 'mismatch' | 'not-referenced' {
  if (references.length === 0) return 'not-referenced'
  for (const form of canonicalForms(signedProperties, rules)) if (areAll(digestAsHex('SHA1', form), references)) return 'match'
  return 'mismatch'
}

function referenceFacts(
  { uri, element, digest: { identifier, sha1 } }: WrittenReference,
  { kind, dataFile, status }: Designation,
): ReferenceFacts {
  return {
    id: excerpt(attributeAt(element, 'Id')),
    uri: excerpt(uri ?? ''),
    type: excerpt(attributeAt(element, 'Type')),
    digest: { identifier: excerpt(identifier), algorithm: sha1 === null ? null : 'SHA1', value: sha1 ?? '' },
    transforms: transformsOf(element).slice(0, 10),
    mimeType: null,
    kind,
    dataFile,
    status,
  }
}

function transformsOf(reference: XmlElement): readonly string[] {
  return childrenNamed(reference, 'Transforms')
    .flatMap((transforms) => childrenNamed(transforms, 'Transform'))
    .map((transform) => excerpt(attributeAt(transform, 'Algorithm')))
}

function flawsOf(references: readonly WrittenReference[], rules: DdocSignatureRules): readonly StructureFinding[] {
  const flaws: StructureFinding[] = []
  if (references.length < 2) flaws.push(flaw('TOO_FEW_REFERENCES', { count: references.length }))
  for (const { uri, element, digest: written } of references) {
    if (uri === null) flaws.push(flaw('REFERENCE_URI'))
    flaws.push(...written.flaws)
    if (!rules.transforms && childrenNamed(element, 'Transforms').length > 0)
      flaws.push(flaw('TRANSFORMS', { reference: excerpt(uri ?? ''), transforms: transformsOf(element).slice(0, 10) }))
  }
  return flaws
}
