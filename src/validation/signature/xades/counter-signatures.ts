import { commonNameOf, excerpt } from '#model'
import { type Certificate, orAsn1Error } from '#readers/x509'
import { findQualifyingProperties, identifySigner, XADES_NAMESPACE } from '#readers/xades'
import { childElements, type XmlElement, XmlError } from '#readers/xml'
import {
  type CanonicalForms,
  isSameDocument,
  readKeyInfoCertificates,
  readXmlSignature,
  resolveSameDocument,
  verifyReference,
  XMLDSIG_NAMESPACE,
  XmldsigError,
  type XmlSignature,
} from '#readers/xmldsig'
import type { CounterSignature } from '../counter-signature.js'
import type { SignatureSurroundings } from './read-signature.js'

type Where = Pick<SignatureSurroundings, 'ids' | 'context' | 'work'>

/**
 * Reads the CounterSignature properties of a signature and those of them in turn (EN 319 132-1, 5.2.7.2): each is a ds:Signature with a reference to the
 * ds:SignatureValue that it countersigns. References to files are not followed, because the counter-signature is told and not evaluated.
 *
 * @param properties the CounterSignature elements
 * @param countersigned the ds:SignatureValue at which they stand
 * @throws ReaderError with `limit` when the bound of counter-signatures is reached; XmldsigError when one for the work is
 */
export function readCounterSignatures(
  properties: readonly XmlElement[],
  countersigned: XmlElement,
  forms: CanonicalForms,
  where: Where,
  over = '',
): readonly CounterSignature[] {
  where.work.countCounterSignatures(properties.length)
  return properties.flatMap((property) => {
    const read = orUnreadable(() => readOne(property, countersigned, forms, where))
    if (read === null) return [{ signer: '', over, defect: 'unreadable' } as const]
    const { signature, signer, defect, inside } = read
    return [{ signer, over, defect }, ...readCounterSignatures(inside, signature.signatureValue, forms, where, signer)]
  })
}

function readOne(property: XmlElement, countersigned: XmlElement, forms: CanonicalForms, where: Where) {
  const signature = readOnly(property, where)
  if (signature === null) return null
  const { certificate, verification } = identifySigner(
    signature,
    certificatesOf(signature, where),
    [],
    forms,
    where.context.limits.signature,
  )
  const { unsignedSignatureProperties: unsigned } = findQualifyingProperties(signature)
  return {
    signature,
    signer: certificate === null ? '' : excerpt(commonNameOf(certificate.facts)),
    defect: defectOf(signature, verification.status, countersigned, forms, where),
    inside: unsigned === null ? [] : childElements(unsigned, XADES_NAMESPACE, 'CounterSignature'),
  }
}

/** The ds:Signature of a CounterSignature, which has exactly one; null for another content. */
function readOnly(property: XmlElement, { context }: Where): XmlSignature | null {
  const [element, ...others] = childElements(property)
  if (element === undefined || others.length > 0) return null
  if (element.localName !== 'Signature' || element.namespace !== XMLDSIG_NAMESPACE) return null
  return readXmlSignature(element, context.limits.signature)
}

/** Null for what cannot be read: a broken counter-signature does not make the signature unreadable. */
function orUnreadable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error instanceof XmlError || error instanceof XmldsigError) && !error.limit) return null
    throw error
  }
}

/** The certificates of KeyInfo that can be read; the first ones, because each is tried. */
function certificatesOf({ keyInfo }: XmlSignature, { context }: Where): readonly Certificate[] {
  if (keyInfo === null) return []
  return readKeyInfoCertificates(keyInfo)
    .slice(0, context.limits.asn1.maxCertificates)
    .flatMap((der) => {
      const certificate = der === null ? null : orAsn1Error(() => context.cache.certificate(der))
      return certificate === null || certificate instanceof Error ? [] : [certificate]
    })
}

function defectOf(
  { signedInfo: { references } }: XmlSignature,
  status: ReturnType<typeof identifySigner>['verification']['status'],
  countersigned: XmlElement,
  forms: CanonicalForms,
  { ids }: Where,
): CounterSignature['defect'] {
  if (status === 'no-certificate') return status
  if (status === 'mismatch') return 'value'
  if (status !== 'intact') return 'algorithm'
  const located = references
    .filter(({ uri }) => isSameDocument(uri))
    .map((reference) => ({ reference, target: resolveSameDocument(reference.uri ?? '', ids) }))
  const isOver = located.some(({ target }) => target.kind === 'element' && target.element === countersigned)
  return isOver && located.every(({ reference, target }) => verifyReference(reference, target, forms) === 'intact') ? null : 'elsewhere'
}
