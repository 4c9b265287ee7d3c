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
 * The member that a certificate names by its profile; null when it names none. The profiles are the certificate profiles of X-Road. Where a profile does not
 * write the instance into the certificate, `instance` is used, the one whose authority issued it.
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

/** The value of a subject attribute; null when it is missing, empty or repeated, because readers differ in which of several counts. */
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

/** The class follows from the first digit of the register code, or from the prefix of the organization identifier; with another prefix it is NEE. */
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

/** `instance/server/class` in serialNumber; older ones have the three in O, OU and CN, or C, O and CN. */
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

/** Country fixed, instance in O, class in OU, code in CN; serialNumber names the server and has to be there. */
function serverMember(subject: Subject, country: string): XroadMember | null {
  if (subject('country') !== country || subject('serialNumber') === null) return null
  return memberOf(subject('organization'), subject('organizationalUnit'), subject('commonName'))
}
