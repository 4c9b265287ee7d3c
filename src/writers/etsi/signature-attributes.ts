import type { ProductionPlace, ReportedTimeStamp, SignatureFacts, TimeStampKind } from '#model'
import type { EtsiSignature } from './signature-report.js'
import { objectId } from './validation-objects.js'
import { digestElements, writtenUri } from './vocabulary.js'
import { dateTime, type Elements } from './xml.js'

/** The attributes of the signature (annex A), whether or not they verify; undefined for a signature without attributes. */
export function attributeElements(signature: EtsiSignature, facts: SignatureFacts): Elements | undefined {
  const { claimedRoles, productionPlace, timeStamps, revocations } = signature
  const claimed = dateTime(signature.claimedSigningTime)
  const referenced = facts.signingCertificateReferences.flatMap(({ digest }) => digestElements(digest) ?? [])
  const { policy, profile, reason } = facts
  const { city, stateOrProvince, postalCode, country, location } = productionPlace ?? nowhere
  const place = [city, stateOrProvince, postalCode, country, location].flatMap((part) => part?.trim() || [])
  const pdf = profile.name === 'pdf' ? profile : null
  const signed = String(areSignedPropertiesSigned(facts))
  const elements: Elements = {
    SigningTime: claimed === undefined ? undefined : { '@Signed': signed, Time: claimed },
    SigningCertificate:
      referenced.length === 0 ? undefined : { '@Signed': String(facts.signingCertificateReferenceSigned), CertID: referenced },
    DataObjectFormat: facts.references.flatMap(({ mimeType }) => (mimeType === null ? [] : [{ '@Signed': signed, MimeType: mimeType }])),
    CommitmentTypeIndication: facts.commitmentTypes.map((type) => ({ '@Signed': signed, CommitmentTypeIdentifier: writtenUri(type) })),
    ...timeStampElements(timeStamps, signed),
    SigPolicyIdentifier:
      policy?.kind === 'explicit' && policy.identifier !== ''
        ? { '@Signed': signed, SigPolicyId: writtenUri(policy.identifier) }
        : undefined,
    SignerRole:
      claimedRoles.length === 0
        ? undefined
        : { '@Signed': signed, RoleDetails: claimedRoles.map((role) => ({ Role: role, EndorsementType: 'claimed' })) },
    SignatureProductionPlace: place.length === 0 ? undefined : { '@Signed': signed, AddressString: place },
    CertificateValues: references(facts.certificates.map(({ id }) => objectId.certificate(id))),
    RevocationValues: references(revocations.map(({ facts: { id } }) => objectId.revocation(id))),
    Reason: reason === null ? undefined : { '@Signed': signed, ReasonElement: reason },
    SubFilter: pdf?.subFilter == null ? undefined : { '@Signed': 'false', SubFilterElement: pdf.subFilter },
    ByteRange: pdf?.byteRange?.join(' '),
  }
  return Object.values(elements).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
    ? undefined
    : elements
}

const nowhere: ProductionPlace = { city: null, stateOrProvince: null, postalCode: null, country: null, location: null }

/** In XML an intact reference must cover the signed properties. The signed attributes of CMS and the dictionary of a PDF signature are always signed. */
function areSignedPropertiesSigned({ syntax, references }: SignatureFacts): boolean {
  return syntax.name === 'cms' || references.some(({ kind, status }) => kind === 'signed-properties' && status === 'intact')
}

/** Element for each kind of time-stamp. The X-Road time-stamp over the container takes the place of the signature time-stamp, which X-Road signatures lack. */
const names: Readonly<Record<TimeStampKind, string>> = {
  content: 'AllDataObjectsTimeStamp',
  signature: 'SignatureTimeStamp',
  'validation-data': 'SigAndRefsTimeStamp',
  archive: 'ArchiveTimeStamp',
  document: 'DocTimeStamp',
  container: 'SignatureTimeStamp',
}

function timeStampElements(timeStamps: readonly ReportedTimeStamp[], signed: string): Elements {
  const byName = new Map<string, Elements[]>()
  for (const {
    facts: { id, kind, genTime },
  } of timeStamps) {
    const time = dateTime(genTime)
    if (time === undefined) continue
    const element = {
      '@Signed': kind === 'content' ? signed : 'false',
      AttributeObject: { '@VOReference': objectId.timeStamp(id) },
      TimeStampValue: time,
    }
    byName.set(names[kind], [...(byName.get(names[kind]) ?? []), element])
  }
  return Object.fromEntries(byName)
}

function references(ids: readonly string[]): Elements | undefined {
  return ids.length === 0 ? undefined : { '@Signed': 'false', AttributeObject: ids.map((id) => ({ '@VOReference': id })) }
}
