import type {
  BlockStatus,
  DocumentForm,
  Instant,
  ProductionPlace,
  ReportedRevocation,
  ReportedTimeStamp,
  SignatureReport,
  SubIndication,
} from '#model'
import { bufferOf } from '#std'
import { writeInstant } from '#validation/report'
import { archiveTimeStampsOf, earliestSignatureTimeStamp } from './certificates.js'
import { messageImprintOf } from './message-imprint.js'
import { listOrNull, type NonEmpty, type Present, present, textOrNull } from './present.js'
import { countryOf, nameOf } from './subject.js'

export type Siva3ArchiveTimeStamp = Present<{
  /** The token, DER in base64. */
  readonly content: string
  readonly country: string | null
  readonly indication: BlockStatus['indication']
  readonly signedBy: string | null
  readonly signedTime: string | null
  readonly subIndication: SubIndication | null
}>

type Siva3Place = Present<{
  readonly city: string | null
  readonly countryName: string | null
  readonly postalCode: string | null
  readonly stateOrProvince: string | null
}>

/** `info`: what a signature states about itself, and the times of its evidence. */
export type Siva3Information = Present<{
  readonly bestSignatureTime: string | null
  readonly ocspResponseCreationTime: string | null
  readonly timestampCreationTime: string | null
  readonly timeAssertionMessageImprint: string | null
  readonly signingReason: string | null
  readonly signerRole: NonEmpty<{ readonly claimedRole: string }> | null
  readonly signatureProductionPlace: Siva3Place | null
  readonly archiveTimeStamps: NonEmpty<Siva3ArchiveTimeStamp> | null
}>

type Used = Pick<
  SignatureReport,
  'bestSignatureTime' | 'certificates' | 'claimedRoles' | 'productionPlace' | 'timeStamps' | 'revocations' | 'evidence' | 'form'
>

/** Null when nothing is known. */
export function informationOf(signature: Used, document: DocumentForm): Siva3Information | null {
  const { claimedRoles, productionPlace, timeStamps, evidence } = signature
  const stamp = earliestSignatureTimeStamp(timeStamps)
  const answer = ocspTimeOf(signature, document)
  const written = present({
    bestSignatureTime: timeOrNull(stamp?.facts.genTime ?? markTimeOf(signature, answer)),
    ocspResponseCreationTime: timeOrNull(answer),
    timestampCreationTime: timeOrNull(stamp?.facts.genTime ?? null),
    timeAssertionMessageImprint: imprintOf(signature, stamp, document),
    // SiVa has the Reason of a PDF here, and no commitments.
    signingReason: textOrNull(evidence?.facts.reason ?? null),
    signerRole: listOrNull(claimedRoles.filter((role) => role !== '').map((claimedRole) => ({ claimedRole }))),
    signatureProductionPlace: productionPlace === null ? null : placeOf(productionPlace),
    archiveTimeStamps: listOrNull(archiveTimeStampsOf(timeStamps).map(archiveTimeStampOf)),
  })
  return Object.keys(written).length === 0 ? null : written
}

/** A year that does not have four digits is not written: clients read exactly this form. */
function timeOrNull(instant: Instant | null): string | null {
  return textOrNull(writeInstant(instant))
}

/** When the OCSP response about the signer was made: that of the time-mark, otherwise the first (`decisions.md#siva3-times`). */
function ocspTimeOf(signature: Used, document: DocumentForm): Instant | null {
  const answer = answerOf(signature)
  if (answer?.facts.kind !== 'ocsp') return null
  return document.kind !== 'ddoc' || confirms(answer, signature) ? answer.facts.producedAt : null
}

/** The OCSP response about the signer: that of the time-mark, otherwise the first. */
function answerOf({ revocations }: Used): ReportedRevocation | null {
  const answers = revocations.filter(({ facts, isAboutSigner }) => facts.kind === 'ocsp' && isAboutSigner)
  return answers.find(({ isTimeMark }) => isTimeMark) ?? answers[0] ?? null
}

/** Whether the confirmation of a DIGIDOC-XML signature says of this signature, by a trusted responder, that the certificate is good: SiVa shows no other. */
function confirms({ facts: { id }, isTimeMark, signer }: ReportedRevocation, { evidence, certificates }: Used): boolean {
  const isTrusted = certificates.some(({ certificate, anchored }) => certificate.id === signer?.id && anchored)
  return (
    isTimeMark && isTrusted && evidence?.data.revocations.some(({ revocation, status }) => revocation === id && status === 'good') === true
  )
}

/** Without a time-stamp the OCSP response of a time-mark is the best time, as it is stated; whether it verifies is in the verdict. */
function markTimeOf({ form, bestSignatureTime }: Used, answer: Instant | null): Instant | null {
  return form?.proofOfTime === 'time-mark' ? answer : bestSignatureTime
}

/** What the time-stamp covers, when it does; for a time-mark the nonce of its OCSP response as it is written, which is the digest alone in DIGIDOC-XML. */
function imprintOf(signature: Used, stamp: ReportedTimeStamp | null, document: DocumentForm): string | null {
  if (stamp !== null) return stamp.facts.imprint.status === 'intact' ? messageImprintOf(stamp.facts.imprint.digest) : null
  if (signature.form?.proofOfTime !== 'time-mark') return null
  const { facts } = answerOf(signature) ?? {}
  if (facts?.kind !== 'ocsp' || facts.nonce === null) return null
  const nonce = Buffer.from(facts.nonce, 'hex')
  return textOrNull((document.kind === 'ddoc' ? withoutHeader(nonce) : nonce).toString('base64'))
}

/** The content of an OCTET STRING of DER with a short length; other octets as they are. */
function withoutHeader(octets: Buffer): Buffer {
  return octets[0] === 0x04 && octets[1] === octets.length - 2 ? octets.subarray(2) : octets
}

/** The place of a PDF is one text, which stands where a country would. */
function placeOf({ city, country, postalCode, stateOrProvince, location }: ProductionPlace): Siva3Place | null {
  const place = present({
    city: textOrNull(city),
    countryName: textOrNull(country) ?? textOrNull(location),
    postalCode: textOrNull(postalCode),
    stateOrProvince: textOrNull(stateOrProvince),
  })
  return Object.keys(place).length === 0 ? null : place
}

function archiveTimeStampOf({ facts, status, unit }: ReportedTimeStamp): Siva3ArchiveTimeStamp {
  return present({
    content: bufferOf(facts.encoded).toString('base64'),
    country: countryOf(unit),
    // A token that was not validated by itself proves nothing.
    indication: status?.indication ?? 'INDETERMINATE',
    signedBy: unit === null ? null : nameOf(unit),
    signedTime: timeOrNull(facts.genTime),
    subIndication: status?.subIndication ?? null,
  })
}
