import type { TimeStampKind, UnreadableTimeStamp } from '#model'
import { cmsAttributes, type SignedData, type SignerInfo, type TimeStampToken, valuesOf } from '#readers/cms'
import type { Evidence, HeldEvidence } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'
import { addTokenEvidence, assertTimeStampsWithin, readToken } from '../time-stamp-token.js'

/** One signer of a CMS message with its content and signature time-stamps decoded. Nothing is verified yet. */
export interface DecodedSigner {
  readonly message: SignedData
  readonly signer: SignerInfo
  readonly timeStamps: readonly DecodedToken[]
  readonly unreadableTimeStamps: readonly UnreadableTimeStamp[]
}

interface DecodedToken {
  readonly kind: TimeStampKind
  readonly token: TimeStampToken
  readonly held: HeldEvidence
}

/**
 * Decodes the time-stamps of a signer, and adds their evidence.
 *
 * @throws ReaderError with `limit` when a bound is reached
 */
export function decodeSigner(message: SignedData, signer: SignerInfo, evidence: Evidence, context: SignatureContext): DecodedSigner {
  const tokens = [
    ...valuesOf(signer.signedAttributes, cmsAttributes.contentTimeStamp).map((value) => ({ kind: 'content', value }) as const),
    ...valuesOf(signer.unsignedAttributes, cmsAttributes.signatureTimeStamp).map((value) => ({ kind: 'signature', value }) as const),
  ]
  assertTimeStampsWithin(tokens.length, context)
  const timeStamps: DecodedToken[] = []
  const unreadableTimeStamps: UnreadableTimeStamp[] = []
  for (const { kind, value } of tokens) {
    const { token, problem } = readToken(value, context)
    if (problem === null) timeStamps.push({ kind, token, held: addTokenEvidence(token, evidence) })
    else unreadableTimeStamps.push({ kind, problem })
  }
  return { message, signer, timeStamps, unreadableTimeStamps }
}
