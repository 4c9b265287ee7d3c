import type { TimeStampFacts } from '#model'
import { verifyTimeStampToken } from '#readers/cms'
import type { Certificate } from '#readers/x509'
import type { CmsSignature } from '../cades/read-cms-signature.js'
import { joinHeld } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import type { CoveredOctets } from './covered-octets.js'
import type { DecodedSignature } from './decode-message.js'

/** The data for verifying the time-stamps of a message. */
interface MessageContext {
  readonly octets: CoveredOctets
  readonly certificates: readonly Certificate[]
  readonly context: SignatureContext
}

/** Verifies content time-stamps over the byte ranges, and signature time-stamps over the signature value (EN 319 122-1, 5.2.8 and 5.3). */
export function verifyMessageTimeStamps(
  decoded: DecodedSignature,
  cms: CmsSignature,
  { octets, certificates, context }: MessageContext,
): readonly TimeStampFacts[] {
  const { range } = decoded.signature
  const { signingCertificate, signingCertificateReferences } = cms.facts
  const isReferenced = signingCertificateReferences.some(({ certificate }) => certificate === signingCertificate)
  const ofContent = decoded.timeStamps.filter(({ kind }) => kind === 'content')
  const contentEvidence = joinHeld(ofContent.map(({ held }) => held))
  const budget = createImprintBudget(context.limits.signature.maxImprintBytes)
  return decoded.timeStamps.map(({ kind, token }) => {
    const isContent = kind === 'content'
    return verifyTimeStampToken(token, {
      kind,
      covered: !isContent
        ? [decoded.signer.signature]
        : range === null
          ? null
          : { digestBy: (algorithm) => octets.digest(range, algorithm) },
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
