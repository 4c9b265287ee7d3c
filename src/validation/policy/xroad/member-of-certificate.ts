import type { CertificateFacts, MemberProfile, XroadMember } from '#model'

const oids = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationalUnit: '2.5.4.11',
  businessCategory: '2.5.4.15',
  organizationIdentifier: '2.5.4.97',
} as const

type Subject = (attribute: keyof typeof oids) => string | null

/**
 * The member that a certificate names according to its X-Road certificate profile; null when it names none.
 *
 * @param instance instance of the issuing authority; used when the profile does not store the instance in the certificate
 */
export function memberOfCertificate(profile: MemberProfile, certificate: CertificateFacts, instance: string): XroadMember | null {
  const subject: Subject = (attribute) => attributeValue(certificate, oids[attribute])
  switch (profile) {
    case 'SkKlass3':
      return estonianMember(subject, instance)
    case 'SkEsteId':
      return memberOf(instance, 'PERSON', subject('serialNumber'))
    case 'Basic':
    case 'BasicACME':
      return memberOf(instance, subject('businessCategory'), subject('serialNumber'))
    case 'Ejbca':
      return memberOf(subject('country'), subject('organization'), subject('commonName'))
    case 'FiVRK':
      return finnishMember(subject)
    case 'Fo':
      return serverMember(subject, 'FO')
    case 'Is':
      return subject('serialNumber') === null && subject('organizationalUnit') === null
        ? memberOf(subject('country'), subject('organization'), subject('commonName'))
        : serverMember(subject, 'IS')
  }
}

/** The value of a subject attribute; null when it is missing, empty or repeated, because implementations differ in which of several values they use. */
function attributeValue({ subject }: CertificateFacts, oid: string): string | null {
  const [value, second] = subject.attributes.filter((attribute) => attribute.oid === oid)
  return value === undefined || second !== undefined || value.value === '' ? null : value.value
}

function memberOf(instance: string | null, memberClass: string | null, memberCode: string | null): XroadMember | null {
  return instance === null || memberClass === null || memberCode === null ? null : { instance, memberClass, memberCode }
}

const estonianRegisters: readonly (readonly [prefix: string, memberClass: string])[] = [
  ['NTREE-', 'COM'],
  ['GO:EE-', 'GOV'],
  ['NP:EE-', 'NGO'],
]

/** The member class is determined by the prefix of organizationIdentifier (NEE for an unknown prefix), or by the first digit of the code in serialNumber. */
function estonianMember(subject: Subject, instance: string): XroadMember | null {
  const identifier = subject('organizationIdentifier')
  if (identifier !== null) {
    const register = estonianRegisters.find(([prefix]) => identifier.startsWith(prefix))
    if (register === undefined) return memberOf(instance, 'NEE', identifier)
    const code = identifier.slice(register[0].length)
    return memberOf(instance, register[1], code === '' ? null : code)
  }
  const code = subject('serialNumber')
  return code !== null && /^[1-9]\d{7}$/.test(code) ? memberOf(instance, estonianClassOf(code), code) : null
}

function estonianClassOf(code: string): string {
  if (code.startsWith('7')) return 'GOV'
  return /^[89]/.test(code) ? 'NGO' : 'COM'
}

/** `instance/server/class` in serialNumber, code in CN. Without serialNumber, instance, class and code are in O, OU and CN, or in C, O and CN. */
function finnishMember(subject: Subject): XroadMember | null {
  const serialNumber = subject('serialNumber')
  const code = subject('commonName')
  if (serialNumber === null) {
    if (subject('organizationalUnit') === null) return memberOf(subject('country'), subject('organization'), code)
    return subject('country') === 'FI' ? memberOf(subject('organization'), subject('organizationalUnit'), code) : null
  }
  const [instance, server, memberClass, further] = serialNumber.split('/')
  const complete = instance && server && memberClass && further === undefined
  if (!complete || subject('country') !== 'FI' || subject('organization') === null) return null
  return memberOf(instance, memberClass, code)
}

/** Fixed country in C, instance in O, class in OU, code in CN; serialNumber names the server and is mandatory. */
function serverMember(subject: Subject, country: string): XroadMember | null {
  if (subject('country') !== country || subject('serialNumber') === null) return null
  return memberOf(subject('organization'), subject('organizationalUnit'), subject('commonName'))
}
