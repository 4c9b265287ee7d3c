import { type CertificateFacts, purposeOf, type SignatureReport, withoutQuotes } from '#model'
import { signerNameOf } from '#validation/report'
import { safeText } from './safe-text.js'

/** Who signed or sealed, as a reader expects it: `Mari-Liis Männik` with `47101010033`, or an organisation with its registry code. */
export interface ShownSigner {
  readonly name: string
  readonly code: string | null
  readonly codeIs: 'personal' | 'registry'
  /** The organisation of a person, or the common name of a seal that differs from its organisation. */
  readonly beside: string | null
}

const oids = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  organization: '2.5.4.10',
  givenName: '2.5.4.42',
  organizationIdentifier: '2.5.4.97',
} as const

/** Statements of EN 319 412-5, 4.2.3: what the certificate is for. */
const qcTypes = '0.4.0.1862.1.6'
const seals = `${qcTypes}.2`

/** Whether it is a seal: by its legal level, otherwise by its certificate. In doubt it is a signature: who is not named as a person but as an organisation seals. */
export function isSeal({ level, signer, form }: Pick<SignatureReport, 'level' | 'signer' | 'form'>): boolean {
  const purpose = level === null ? 'unknown' : purposeOf(level)
  if (purpose !== 'unknown') return purpose === 'seal'
  // What X-Road signs is signed by an organisation (the certificate of a member).
  if (form?.profile === 'xroad') return true
  if (signer === null) return false
  const stated = signer.qcStatements.find(({ oid }) => oid === qcTypes)?.values ?? []
  if (stated.length > 0) return stated.includes(seals)
  const isPerson = attribute(signer, oids.givenName) !== null || attribute(signer, oids.surname) !== null
  return !isPerson && attribute(signer, oids.organizationIdentifier) !== null
}

/** Null when the certificate of the signer is not known or has no name. */
export function shownSignerOf(signer: CertificateFacts | null, seal: boolean): ShownSigner | null {
  const common = signerNameOf(signer)
  if (signer === null || common === null) return null
  return seal ? organisationOf(signer, common) : personOf(signer, common)
}

function personOf(signer: CertificateFacts, common: string): ShownSigner {
  const [given, surname] = [attribute(signer, oids.givenName), attribute(signer, oids.surname)]
  const [first = '', second = '', ...rest] = common.split(',')
  // The common name of Estonian certificates: surname, given name, code.
  const parted = rest.length === 1 && /^\d{11}$/.test(rest[0] ?? '')
  const name =
    given !== null && surname !== null
      ? `${inLetters(given)} ${inLetters(surname)}`
      : parted
        ? `${inLetters(second)} ${inLetters(first)}`
        : common
  const organisation = attribute(signer, oids.organization)
  return {
    name: safeText(name),
    code: codeOf(attribute(signer, oids.serialNumber)) ?? (parted ? (rest[0] ?? null) : null),
    codeIs: 'personal',
    // In old Estonian certificates the organisation says what the certificate is for.
    beside: organisation === null || /^(?:ESTEID|ESTEID \(.*\))$/i.test(organisation) ? null : safeText(organisation),
  }
}

function organisationOf(signer: CertificateFacts, common: string): ShownSigner {
  const organisation = attribute(signer, oids.organization) ?? common
  const code = codeOf(attribute(signer, oids.organizationIdentifier)) ?? codeOf(attribute(signer, oids.serialNumber))
  return { name: safeText(organisation), code, codeIs: 'registry', beside: organisation === common ? null : safeText(common) }
}

/** The last of several is the most specific one. */
function attribute({ subject }: CertificateFacts, oid: string): string | null {
  const value = withoutQuotes(subject.attributes.findLast((each) => each.oid === oid)?.value.trim() ?? '')
  return value === '' ? null : value
}

/** `PNOEE-47101010033` and `NTREE-70000001` without what says of which kind and country they are, when that is Estonia (EN 319 412-1, 5.1.3 and 5.1.4). */
function codeOf(value: string | null): string | null {
  return value === null ? null : safeText(value.replace(/^(?:PNO|NTR)EE-/, ''))
}

/** A name that is written in capitals throughout, as in Estonian certificates, as it is written elsewhere: `MARI-LIIS` becomes `Mari-Liis`. */
function inLetters(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.toLowerCase().replace(/(^|[^\p{L}\p{M}’'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
