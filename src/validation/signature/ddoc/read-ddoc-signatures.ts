import type { DdocDataFile, DdocVersion, ReadSignature, SignatureFacts, StructureFinding } from '#model'
import { excerpt } from '#model'
import { digestHex } from '#readers/crypto'
import type { XmlElement } from '#readers/xml'
import { Evidence } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'
import { signatureLimit } from '../signature-limit-error.js'
import { withoutExcess } from '../without-excess.js'
import { readConfirmation } from './confirmation.js'
import { attributeAt, childNamed, childOutOfOrder } from './elements.js'
import { flaw } from './flaws.js'
import { readReferences } from './references.js'
import { ddocSignatureRules } from './rules.js'
import { foreignIssuerNamespaces, readDdocSignedProperties } from './signed-properties.js'
import { readKeyInfoCertificate, readSignatureValue } from './signer.js'

/** The data files and Signature elements of a DIGIDOC-XML document. */
interface DdocSignatures {
  readonly format: 'SK-XML' | 'DIGIDOC-XML'
  readonly version: DdocVersion
  readonly dataFiles: readonly DdocDataFile[]
  /** Signature elements whose structure `assertDdocStructure` has accepted; see `childNamed`. */
  readonly signatures: readonly { readonly element: XmlElement }[]
}

/**
 * Reads the signatures of a DIGIDOC-XML document by the rules of its version. The facts of each signature state for every data file whether the signature
 * covers it.
 *
 * @throws ReaderError with `limit` when a bound of the context is reached
 */
export function readDdocSignatures(document: DdocSignatures, context: SignatureContext): readonly ReadSignature[] {
  const signatures = document.signatures.map(({ element }) => element)
  const { maxSignatures } = context.limits.signature
  if (signatures.length > maxSignatures) throw signatureLimit('SIGNATURE_TOO_MANY_SIGNATURES', `More than ${maxSignatures} signatures`)
  const ids = new Map<string, number>()
  for (const signature of signatures) ids.set(attributeAt(signature, 'Id'), (ids.get(attributeAt(signature, 'Id')) ?? 0) + 1)
  const root = signatures[0]?.parent ?? null
  const ofDocument = root === null ? null : childOutOfOrder(root, documentChildren)
  return signatures.map((signature, index) => {
    const repeated = (ids.get(attributeAt(signature, 'Id')) ?? 0) > 1
    return { kind: 'read', facts: readDdocSignature(signature, { index, repeated, misplaced: ofDocument }, document, context) }
  })
}

/** The order in which every writer puts the children. Every signature covers all data files, so these come first. */
const documentChildren = ['DataFile', 'Signature']
const signatureChildren = ['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object']

interface Place {
  readonly index: number
  /** Whether another signature has the same Id. */
  readonly repeated: boolean
  /** A data file after a signature; null when there is none. */
  readonly misplaced: XmlElement | null
}

function readDdocSignature(
  signature: XmlElement,
  { index, repeated, misplaced: ofDocument }: Place,
  { format, version, dataFiles }: DdocSignatures,
  context: SignatureContext,
): SignatureFacts {
  const rules = ddocSignatureRules[version]
  const id = attributeAt(signature, 'Id')
  const signedInfo = expected(childNamed(signature, 'SignedInfo'))
  const signedProperties = expected(childNamed(signature, 'Object', 'QualifyingProperties', 'SignedProperties'))
  const evidence = new Evidence(strictly(context))
  const encodedCertificate = readKeyInfoCertificate(signature)
  const signer = encodedCertificate === null ? null : evidence.addEncodedCertificate(encodedCertificate, 'key-info')
  const { maxReferences, maxNameCharacters } = context.limits.signature
  const references = readReferences(signedInfo, signedProperties, dataFiles, rules, maxReferences)
  const value = readSignatureValue(signature, signedInfo, signer, rules)
  const properties = readDdocSignedProperties(signedProperties, id, signer, rules, maxNameCharacters)
  const confirmation = readConfirmation(signature, value.value, evidence, rules, context)
  const { revocations, unreadable } = evidence.readRevocations()
  const ofSignature: StructureFinding[] = []
  if (id === '') ofSignature.push(flaw('SIGNATURE_ID'))
  if (repeated && id !== '') ofSignature.push(flaw('SIGNATURE_DUPLICATE_ID', { id: excerpt(id) }))
  const misplaced = childOutOfOrder(signature, signatureChildren) ?? ofDocument
  if (misplaced !== null) ofSignature.push(flaw('ELEMENT_ORDER', { code: 'ELEMENT_ORDER', element: misplaced.localName }))
  return {
    source: { file: '', index },
    id,
    // Two signatures have the same value only if one repeats the other.
    contentDigest: digestHex(value.value ?? Buffer.from(id)),
    identifier: { signatureValue: value.value?.toString('base64') ?? '', dataToBeSigned: value.dataToBeSigned },
    profile: { name: 'ddoc' },
    syntax: {
      name: 'ddoc',
      format,
      version,
      dataFiles: references.dataFiles,
      danglingReferences: references.danglingReferences,
      signedProperties: { ...references.signedProperties, id: excerpt(references.signedProperties.id) },
      canonicalization: value.canonicalization,
      signingCertificate: properties.certificate,
      digestInfo: value.digestInfo,
      foreignIssuerNamespaces: foreignIssuerNamespaces(signature, rules),
      confirmation: confirmation.facts,
    },
    ...(confirmation.facts === null
      ? ({ level: 'B', proofOfTime: 'none' } as const)
      : ({ level: 'LT', proofOfTime: 'time-mark' } as const)),
    // A signature of DIGIDOC-XML must cover all files of its container; otherwise it fails.
    scopes: dataFiles.map(({ name }) => ({ kind: 'file', name })),
    claimedSigningTime: properties.claimedSigningTime,
    unreadableSigningTime: null,
    signatureAlgorithm: value.algorithm,
    signatureValue: value.verification,
    references: references.facts,
    signingCertificate: signer?.facts.id ?? null,
    signingCertificateReferences: [properties.certificateReference],
    signingCertificateReferenceSigned: references.signedProperties.digest === 'match',
    policy: null,
    timeStamps: [],
    unreadableTimeStamps: [],
    revocations,
    unreadableRevocations: unreadable,
    timeMarks: confirmation.timeMarks,
    certificates: evidence.certificates.map(({ facts }) => facts),
    claimedRoles: properties.claimedRoles,
    commitmentTypes: [],
    productionPlace: properties.productionPlace,
    reason: null,
    structure: withoutExcess(
      [
        ...ofSignature,
        ...value.methodFlaws,
        ...references.flaws,
        ...value.valueFlaws,
        ...(signer === null ? [flaw('SIGNER_CERTIFICATE')] : []),
        ...properties.flaws,
        ...confirmation.flaws,
      ],
      context.limits.signature.maxFindingsOfCode,
    ),
  }
}

/** Octets behind a value make it unreadable: no writer of DIGIDOC-XML leaves any (README.md). */
function strictly(context: SignatureContext): SignatureContext {
  return { ...context, limits: { ...context.limits, asn1: { ...context.limits.asn1, maxBlanks: 0 } } }
}

function expected(element: XmlElement | null): XmlElement {
  if (element === null)
    throw new TypeError('A mandatory element of a DIGIDOC-XML signature is missing: the container did not check its structure')
  return element
}
