import type { TimeStampFacts } from '#model'
import { type ImprintInput, type OctetBudget, verifyTimeStampToken } from '#readers/cms'
import type { Certificate } from '#readers/x509'
import { joinHeld } from '../evidence.js'
import type { DecodedSigner } from './decode-signer.js'
import type { CmsSignature } from './read-cms-signature.js'

/** The data for verifying the time-stamps of a signer. */
export interface TimeStampedContent {
  /** The content of the message, which content time-stamps cover; null when it is not available. */
  readonly content: ImprintInput
  /** Candidates for the certificates of the units. */
  readonly certificates: readonly Certificate[]
  readonly budget: OctetBudget
}

/** Verifies content time-stamps over the content, and signature time-stamps over the signature value (EN 319 122-1, 5.2.8 and 5.3). */
export function verifyMessageTimeStamps(
  decoded: Pick<DecodedSigner, 'signer' | 'timeStamps'>,
  cms: CmsSignature,
  { content, certificates, budget }: TimeStampedContent,
): readonly TimeStampFacts[] {
  const { signingCertificate, signingCertificateReferences } = cms.facts
  const isReferenced = signingCertificateReferences.some(({ certificate }) => certificate === signingCertificate)
  const ofContent = decoded.timeStamps.filter(({ kind }) => kind === 'content')
  const contentEvidence = joinHeld(ofContent.map(({ held }) => held))
  return decoded.timeStamps.map(({ kind, token }) => {
    const isContent = kind === 'content'
    return verifyTimeStampToken(token, {
      kind,
      covered: isContent ? content : [decoded.signer.signature],
      coverage: {
        signatureValue: !isContent,
        signedData: true,
        certificates: isContent
          ? []
          : [...contentEvidence.certificates, ...(isReferenced && signingCertificate !== null ? [signingCertificate] : [])],
        revocations: isContent ? [] : contentEvidence.revocations,
        timeStamps: isContent ? [] : ofContent.map((timeStamp) => timeStamp.token.id),
      },
      certificates,
      budget,
    })
  })
}
