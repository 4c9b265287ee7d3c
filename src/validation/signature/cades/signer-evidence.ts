import type { UnreadableTimeStamp } from '#model'
import {
  type CmsAttribute,
  cmsAttributes,
  embeddedCertificates,
  embeddedRevocations,
  type SignedData,
  type SignerInfo,
  type TimeStampToken,
} from '#readers/cms'
import { type Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'
import { addTokenEvidence, assertTimeStampsWithin, readToken } from '../time-stamp-token.js'

/** An archive time-stamp of a signer, with its attribute. */
export interface ArchiveToken {
  readonly attribute: CmsAttribute
  readonly token: TimeStampToken
}

/** An unsigned attribute with the evidence in it, which a later time-stamp over it proves. */
interface UnsignedAttribute {
  readonly attribute: CmsAttribute
  readonly held: HeldEvidence
  /** Ids of the time-stamp tokens in it. */
  readonly timeStamps: readonly string[]
}

/** The parts of a message that archive time-stamps cover by their digests, with the evidence in each. */
export interface ArchivedParts {
  /** RevocationInfoChoices of the message. */
  readonly revocations: readonly { readonly encoding: Buffer; readonly held: HeldEvidence }[]
  readonly unsigned: readonly UnsignedAttribute[]
  readonly archiveTimeStamps: readonly ArchiveToken[]
  readonly unreadableTimeStamps: readonly UnreadableTimeStamp[]
}

/**
 * Adds the evidence of a message and of one of its signers: the certificates and revocation data of SignedData, which all signers share, and those in the unsigned
 * attributes of this signer (EN 319 122-1, 5.4 and A.1). Data in the attributes of another signer are not evidence for this one.
 *
 * @throws ReaderError with `limit` when a bound is reached
 */
export function addSignerEvidence(
  message: SignedData,
  { unsignedAttributes }: SignerInfo,
  evidence: Evidence,
  context: SignatureContext,
): ArchivedParts {
  evidence.addCertificates(message, 'cms-signed-data')
  const revocations = message.parts.revocations.map(({ encoding, crl, ocspResponse }) => ({
    encoding,
    held: joinHeld([
      ...(crl === null ? [] : [evidence.addCrl(crl, 'revocation-values')]),
      ...(ocspResponse === null ? [] : [evidence.addOcspResponse(ocspResponse, 'revocation-values')]),
    ]),
  }))
  const archiveTimeStamps: ArchiveToken[] = []
  const unreadableTimeStamps: UnreadableTimeStamp[] = []
  let count = 0
  const unsigned = unsignedAttributes.map((attribute): UnsignedAttribute => {
    switch (attribute.oid) {
      case cmsAttributes.signatureTimeStamp:
      case cmsAttributes.archiveTimeStampV3: {
        count += attribute.values.length
        assertTimeStampsWithin(count, context)
        const isArchive = attribute.oid === cmsAttributes.archiveTimeStampV3
        const held: HeldEvidence[] = []
        const timeStamps: string[] = []
        for (const value of attribute.values) {
          const { token, problem } = readToken(value, context)
          if (problem !== null) {
            if (isArchive) unreadableTimeStamps.push({ kind: 'archive', problem })
            continue
          }
          held.push(addTokenEvidence(token, evidence))
          timeStamps.push(token.id)
          if (isArchive) archiveTimeStamps.push({ attribute, token })
        }
        return { attribute, held: joinHeld(held), timeStamps }
      }
      case cmsAttributes.certificateValues:
        return { attribute, held: addCertificateValues(attribute, evidence, context), timeStamps: [] }
      case cmsAttributes.revocationValues:
        return { attribute, held: addRevocationValues(attribute, evidence, context), timeStamps: [] }
      default:
        return { attribute, held: joinHeld([]), timeStamps: [] }
    }
  })
  return { revocations, unsigned, archiveTimeStamps, unreadableTimeStamps }
}

function addCertificateValues(attribute: CmsAttribute, evidence: Evidence, { limits }: SignatureContext): HeldEvidence {
  const added = embeddedCertificates([attribute], limits.asn1).map((der) => evidence.addEncodedCertificate(der, 'certificate-values'))
  return { certificates: added.flatMap((certificate) => certificate?.facts.id ?? []), revocations: [] }
}

function addRevocationValues(attribute: CmsAttribute, evidence: Evidence, { limits }: SignatureContext): HeldEvidence {
  const { crls, ocspResponses } = embeddedRevocations(null, [attribute], limits.asn1)
  return joinHeld([
    ...crls.map((der) => evidence.addCrl(der, 'revocation-values')),
    ...ocspResponses.map((der) => evidence.addOcspResponse(der, 'revocation-values')),
  ])
}
