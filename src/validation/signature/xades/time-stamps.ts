import type { CertificateId, TimeStampCoverage, TimeStampFacts } from '#model'
import { type OctetBudget, verifyTimeStampToken } from '#readers/cms'
import type { Certificate } from '#readers/x509'
import { type HeldEvidence, joinHeld } from '../evidence.js'
import type { ContainerTimeStamp } from './dialect.js'
import { coversSignatureValue, imprintInputOf, type TimeStampedSignature } from './time-stamp-imprint-input.js'
import type { TimeStampProperty } from './time-stamp-property.js'
import type { UnsignedProperty } from './unsigned-properties.js'

/** The time-stamps of a signature, the parts that they cover, and the certificates to verify their tokens with. */
interface TimeStampSurroundings {
  readonly parts: TimeStampedSignature
  readonly contentTimeStamps: readonly UnsignedProperty[]
  readonly unsignedProperties: readonly UnsignedProperty[]
  /** A time-stamp over the signature that is a file of the container. */
  readonly containerTimeStamp: Extract<ContainerTimeStamp, { readonly readable: true }> | null
  readonly keyInfoCertificates: readonly CertificateId[]
  /** The certificate that the signed reference to the signing certificate designates. */
  readonly referencedCertificate: CertificateId | null
  /** All certificates of the signature: a token may omit its own. */
  readonly certificates: readonly Certificate[]
  readonly budget: OctetBudget
}

/** Verifies every decoded time-stamp: content time-stamps first, then those in the unsigned properties, in document order, and last that of the container. */
export function verifyTimeStamps(surroundings: TimeStampSurroundings): readonly TimeStampFacts[] {
  const { contentTimeStamps, unsignedProperties } = surroundings
  const ofContent = contentTimeStamps.flatMap(({ timeStamp }) => (timeStamp === null ? [] : verify(timeStamp, [], surroundings)))
  const ofSignature = unsignedProperties.flatMap(({ timeStamp }, index) =>
    timeStamp === null ? [] : verify(timeStamp, unsignedProperties.slice(0, index), surroundings),
  )
  return [...ofContent, ...ofSignature, ...verifyContainerTimeStamp(surroundings)]
}

/** Verifies the time-stamp of the container. It covers the signature, directly or through a hash chain, so its kind is that of a signature time-stamp. */
function verifyContainerTimeStamp(surroundings: TimeStampSurroundings): readonly TimeStampFacts[] {
  const { containerTimeStamp, certificates, budget } = surroundings
  if (containerTimeStamp === null) return []
  const covered = containerTimeStamp.covered === null ? null : [containerTimeStamp.covered]
  const coverage = coverageOfSignature([], surroundings)
  return [verifyTimeStampToken(containerTimeStamp.token, { kind: 'signature', covered, coverage, certificates, budget })]
}

function verify(property: TimeStampProperty, preceding: readonly UnsignedProperty[], surroundings: TimeStampSurroundings): TimeStampFacts {
  const covered = imprintInputOf(
    property,
    surroundings.parts,
    preceding.map(({ element }) => element),
  )
  const { certificates, budget } = surroundings
  const coverage = coverageOf(property, preceding, surroundings)
  return verifyTimeStampToken(property.token, { kind: property.kind, covered, coverage, certificates, budget })
}

/**
 * The objects that an intact imprint covers (EN 319 102-1, 5.6.2.3). Certificates and responses that a time-stamped property only refers to
 * by digest do not count: this results in fewer proofs of existence than the standard allows, never more.
 */
function coverageOf(
  property: TimeStampProperty,
  preceding: readonly UnsignedProperty[],
  surroundings: TimeStampSurroundings,
): TimeStampCoverage {
  const { contentTimeStamps, keyInfoCertificates } = surroundings
  switch (property.kind) {
    case 'signature':
      return coverageOfSignature([], surroundings)
    case 'validation-data': {
      const earlier = preceding.filter(({ timeStamp }) => timeStamp?.kind === 'signature')
      return coversSignatureValue(property.element) ? coverageOfSignature(earlier, surroundings) : coverage(false, false, [], [])
    }
    case 'archive': {
      const content = { held: joinHeld(contentTimeStamps.map(({ held }) => held)), timeStamps: idsOf(contentTimeStamps) }
      const held = [{ certificates: keyInfoCertificates, revocations: [] }, content.held, ...preceding.map((property) => property.held)]
      return coverage(true, true, held, [...content.timeStamps, ...idsOf(preceding)])
    }
    case 'content':
      return coverage(false, property.element.localName === 'AllDataObjectsTimeStamp', [], [])
    case 'document':
    case 'container':
      return coverage(false, false, [], [])
  }
}

/** Coverage of a time-stamp over the signature value and over `earlier` time-stamps. */
function coverageOfSignature(earlier: readonly UnsignedProperty[], surroundings: TimeStampSurroundings): TimeStampCoverage {
  const { contentTimeStamps, referencedCertificate } = surroundings
  const signer = { certificates: referencedCertificate === null ? [] : [referencedCertificate], revocations: [] }
  const held = [signer, ...contentTimeStamps.map((property) => property.held), ...earlier.map((property) => property.held)]
  return coverage(true, true, held, [...idsOf(contentTimeStamps), ...idsOf(earlier)])
}

function coverage(
  signatureValue: boolean,
  signedData: boolean,
  held: readonly HeldEvidence[],
  timeStamps: readonly string[],
): TimeStampCoverage {
  const { certificates, revocations } = joinHeld(held)
  return {
    signatureValue,
    signedData,
    certificates: [...new Set(certificates)],
    revocations: [...new Set(revocations)],
    timeStamps: [...new Set(timeStamps)],
  }
}

function idsOf(properties: readonly UnsignedProperty[]): readonly string[] {
  return properties.flatMap(({ timeStamp }) => timeStamp?.token.id ?? [])
}
