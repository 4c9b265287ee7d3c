import { commonNameOf, excerpt, type StructureFinding } from '#model'
import { cmsAttributes, readSignerInfo, type SignerInfo, valuesOf, verifySignerInfo } from '#readers/cms'
import { digest } from '#readers/crypto'
import { Asn1Error, type Certificate, orAsn1Error } from '#readers/x509'
import { type CounterSignature, tellCounterSignature } from '../counter-signature.js'
import type { SignatureContext } from '../signature-context.js'

/** Counts counter-signatures against the bound of the document. */
interface CounterSignatureWork {
  countCounterSignatures(count: number): void
}

/** The archive time-stamps of earlier versions, which are told and not verified: what they cover depends on how the message is written. */
const olderArchiveTimeStamps: ReadonlyMap<string, string> = new Map([
  [cmsAttributes.archiveTimeStampV2, 'archive-time-stamp v2'],
  ['1.2.840.113549.1.9.16.2.27', 'archive-time-stamp v1'],
  [cmsAttributes.longTermValidation, 'long-term-validation'],
])

/**
 * Tells of unsigned attributes that are not evaluated: counter-signatures, evidence records, and archive time-stamps of earlier versions.
 *
 * @param certificates candidates for the certificates of counter-signers
 * @throws ReaderError with `limit` when the bound of counter-signatures is reached
 */
export function findUnsignedAttributes(
  signer: SignerInfo,
  certificates: readonly Certificate[],
  work: CounterSignatureWork,
  context: SignatureContext,
): readonly StructureFinding[] {
  const { unsignedAttributes } = signer
  const found: StructureFinding[] = []
  if (unsignedAttributes.length === 0) return found
  const { maxFindingsOfCode } = context.limits.signature
  found.push(...counterSignaturesOf(signer, '', certificates, work, context).slice(0, maxFindingsOfCode).map(tellCounterSignature))
  const records = unsignedAttributes.filter(({ oid }) => evidenceRecords.has(oid)).reduce((sum, { values }) => sum + values.length, 0)
  if (records > 0) found.push({ key: 'evidence-record-evaluated', code: 'EVIDENCE_RECORD', facts: { count: records } })
  for (const [oid, name] of olderArchiveTimeStamps) {
    if (unsignedAttributes.some((attribute) => attribute.oid === oid))
      found.push({ key: 'unsigned-property-understood', code: 'ARCHIVE_TIME_STAMP_OLD', facts: { name } })
  }
  return found
}

/** id-aa-er-internal and id-aa-er-external (RFC 4998, appendix A). */
const evidenceRecords: ReadonlySet<string> = new Set([cmsAttributes.evidenceRecordInternal, cmsAttributes.evidenceRecordExternal])

/** The counter-signatures of a signer and those of them in turn (RFC 5652, 11.4): each is a SignerInfo over the signature value. */
function counterSignaturesOf(
  signer: SignerInfo,
  over: string,
  certificates: readonly Certificate[],
  work: CounterSignatureWork,
  context: SignatureContext,
): readonly CounterSignature[] {
  const values = valuesOf(signer.unsignedAttributes, cmsAttributes.counterSignature)
  work.countCounterSignatures(values.length)
  return values.flatMap((encoding) => {
    const counter = orAsn1Error(() => readSignerInfo(encoding, context.limits.asn1))
    if (counter instanceof Asn1Error) return [{ signer: '', over, defect: 'unreadable' } as const]
    const { signature, certificate } = verifySignerInfo(counter, signer.signature, certificates)
    const name = certificate === null ? '' : excerpt(commonNameOf(certificate.facts))
    const told: CounterSignature = { signer: name, over, defect: defectOf(counter, signature, signer.signature) }
    return [told, ...counterSignaturesOf(counter, name, certificates, work, context)]
  })
}

function defectOf(
  { signedAttributesDer, messageDigest, digestAlgorithm }: SignerInfo,
  status: ReturnType<typeof verifySignerInfo>['signature'],
  countersigned: Buffer,
): CounterSignature['defect'] {
  if (status === 'no-certificate') return status
  if (status === 'algorithm-unknown') return 'algorithm'
  if (status === 'mismatch') return 'value'
  // Without signed attributes the value covers the countersigned octets themselves.
  if (signedAttributesDer === null) return null
  const actual = digestAlgorithm === null ? null : digest(digestAlgorithm, countersigned)
  if (actual === null) return 'algorithm'
  return messageDigest?.equals(actual) === true ? null : 'elsewhere'
}
