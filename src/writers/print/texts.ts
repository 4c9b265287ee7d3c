import type { CommonLevel, FilesLeftOut, Indication, SubIndication, TimeStampKind } from '#model'
import type { DetailedCertificate, TimedEvent } from '#writers/detailed'

export type Language = 'et' | 'en'

/** All texts of the printed report in one language, except the messages of checks, which are in English and marked as English. */
export interface Texts {
  readonly title: string
  readonly document: string
  readonly size: (bytes: number) => string
  readonly sizeLabel: string
  readonly documentDigest: string
  readonly form: string
  readonly policy: string
  readonly validationTime: string
  readonly trustSnapshot: string
  /** @param leftOut what `leftOut` says, or nothing */
  readonly summary: (passing: number, all: number, leftOut: readonly string[]) => string
  /** Files that no signature covers, and files that one covers and another does not. */
  readonly leftOut: Readonly<Record<keyof FilesLeftOut, (count: number, names: string) => string>>
  readonly signature: (number: number) => string
  readonly verdict: Readonly<Record<Indication, string>>
  readonly reason: Readonly<Record<SubIndication, string>>
  readonly signer: string
  readonly unknown: string
  readonly proven: string
  readonly claimed: string
  readonly time: string
  readonly level: string
  readonly noLevel: string
  readonly levels: Readonly<Record<CommonLevel, string>>
  readonly format: string
  readonly covers: string
  readonly provable: string
  readonly nothing: string
  /** What the signer states. */
  readonly claimedRole: string
  readonly place: string
  readonly statedReason: string
  readonly files: string
  readonly download: string
  readonly downloadAll: string
  readonly notCovered: string
  readonly digestOnly: string
  readonly problems: string
  readonly warnings: string
  readonly times: string
  readonly certificates: string
  readonly checks: string
  readonly trustSources: string
  readonly unsatisfied: string
  readonly validity: (from: string, until: string) => string
  readonly issuedBy: string
  readonly listed: string
  /** What a time-stamp covers. */
  readonly timeStampOver: Readonly<Record<TimeStampKind, string>>
  readonly event: Readonly<Record<TimedEvent['event'], string>>
  readonly role: Readonly<Record<DetailedCertificate['role'], string>>
  readonly page: (number: number, of: number) => string
  readonly utc: string
  readonly legalNote: string
}

/** `5 bytes`, `12.3 KB (12263 bytes)`. */
function sizeOf(bytes: number, unit: string, point: string): string {
  const whole = `${bytes} ${unit}`
  if (bytes < 1000) return whole
  const [amount, large] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toFixed(1).replace('.', point)} ${large} (${whole})`
}

const english: Texts = {
  title: 'Signature validation report',
  document: 'Document',
  sizeLabel: 'Size',
  size: (bytes) => sizeOf(bytes, 'bytes', '.'),
  documentDigest: 'SHA-256 of the document',
  form: 'Kind of document',
  policy: 'Policy',
  validationTime: 'Validation time',
  trustSnapshot: 'SHA-256 of the trust information',
  summary: (passing, all, leftOut) => {
    if (all === 0) return 'The document has no signatures.'
    const passed = `${passing} of ${all} ${all === 1 ? 'signature' : 'signatures'} passed`
    return `${leftOut.length === 0 ? passed : `${passed}, ${passing === all ? 'but' : 'and'} ${leftOut.join('; ')}`}.`
  },
  leftOut: {
    byAll: (count, names) => `${count === 1 ? '1 file is' : `${count} files are`} not signed: ${names}`,
    bySome: (count, names) => `${count === 1 ? '1 file is' : `${count} files are`} not signed by every signature: ${names}`,
  },
  signature: (number) => `Signature ${number}`,
  verdict: { 'TOTAL-PASSED': 'Passed', 'TOTAL-FAILED': 'Failed', INDETERMINATE: 'Cannot be decided' },
  reason: {
    FORMAT_FAILURE: 'The structure of the signature does not conform to its standard.',
    HASH_FAILURE: 'The signed content was changed after signing.',
    SIG_CRYPTO_FAILURE: 'The signature does not verify: it was changed, or made with another key.',
    REVOKED: 'The certificate was revoked before the signature was made.',
    EXPIRED: 'The certificate had expired before the signature was made.',
    NOT_YET_VALID: 'The certificate was not yet valid when the signature was made.',
    SIG_CONSTRAINTS_FAILURE: 'A property of the signature does not meet the rules.',
    CHAIN_CONSTRAINTS_FAILURE: 'The certificates do not meet the rules of the policy.',
    CERTIFICATE_CHAIN_GENERAL_FAILURE: "The certificates of the authorities above the signer's certificate cannot be validated.",
    CRYPTO_CONSTRAINTS_FAILURE: 'An algorithm or a key is too weak.',
    CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
      'An algorithm or a key is too weak, and nothing proves that the signature was made while it was strong.',
    POLICY_PROCESSING_ERROR: 'The signature policy cannot be applied.',
    SIGNATURE_POLICY_NOT_AVAILABLE: 'The signature policy is not known.',
    TIMESTAMP_ORDER_FAILURE: 'The times of time-stamps and confirmations are in the wrong order.',
    NO_SIGNING_CERTIFICATE_FOUND: 'It is not certain with which certificate the signature was made.',
    NO_CERTIFICATE_CHAIN_FOUND: 'The issuer of the certificate is not trusted.',
    NO_CERTIFICATE_CHAIN_FOUND_NO_POE: 'The issuer was not trusted at the proven time.',
    REVOKED_NO_POE: 'The certificate was revoked, and nothing proves that the signature was made before.',
    REVOKED_CA_NO_POE: 'The certificate of an authority was revoked, and nothing proves that the signature was made before.',
    OUT_OF_BOUNDS_NOT_REVOKED: 'The certificate has expired, and nothing proves that the signature was made before.',
    OUT_OF_BOUNDS_NO_POE: 'The certificate has expired or was not yet valid, and nothing proves when the signature was made.',
    REVOCATION_OUT_OF_BOUNDS_NO_POE: 'The confirmation of the certificate was signed with a certificate that has expired.',
    NO_POE: 'Nothing proves when the signature was made.',
    TRY_LATER: 'Newer information about the certificate is needed; it may become available later.',
    SIGNED_DATA_NOT_FOUND: 'The signed content is not in the document.',
  },
  signer: 'Signed by',
  unknown: 'unknown',
  time: 'Time',
  proven: 'proven',
  claimed: 'claimed by the signer, not proven',
  level: 'Legal level',
  noLevel: 'not determined',
  levels: {
    QES: 'qualified electronic signature (QES)',
    'AdES/QC': 'advanced electronic signature with a qualified certificate (AdES/QC)',
    AdES: 'advanced electronic signature (AdES)',
  },
  format: 'Signature format',
  covers: 'Covers',
  provable: 'Provable',
  nothing: 'nothing',
  claimedRole: 'Role, as the signer states',
  place: 'Place, as the signer states',
  statedReason: 'Reason, as the signer states',
  files: 'Files in the document',
  download: 'Download',
  downloadAll: 'Download all as ZIP',
  notCovered: 'not covered by any signature',
  digestOnly: 'only its digest is in the document',
  problems: 'What is wrong',
  warnings: 'Warnings',
  times: 'Times',
  certificates: 'Certificates',
  checks: 'Checks',
  trustSources: 'Trusted lists and settings used',
  unsatisfied: 'not satisfied',
  validity: (from, until) => `valid from ${from} to ${until}`,
  issuedBy: 'issued by',
  listed: 'listed as',
  timeStampOver: {
    content: 'over the content',
    signature: 'over the signature',
    'validation-data': 'over the validation data',
    archive: 'for the archive',
    document: 'over the document',
    container: 'over the container',
  },
  event: {
    'claimed-signing-time': 'Signed, as the signer claims',
    'time-stamp': 'Time-stamp',
    'time-mark': 'Time-mark',
    'revocation-data': 'Status of a certificate confirmed',
    'certificate-valid-from': 'Certificate of the signer valid from this time',
    'certificate-valid-until': 'Certificate of the signer valid until this time',
    validation: 'Validated',
  },
  role: { signer: 'Signer', 'time-stamping-unit': 'Time-stamping unit', responder: 'Responder', authority: 'Authority' },
  page: (number, of) => `Page ${number} of ${of}`,
  utc: 'All times are in UTC.',
  legalNote: 'Validated according to ETSI EN 319 102-1. The result applies to the validation time and the trust information stated above.',
}

const estonian: Texts = {
  title: 'Allkirjade valideerimise aruanne',
  document: 'Dokument',
  sizeLabel: 'Suurus',
  size: (bytes) => sizeOf(bytes, 'baiti', ','),
  documentDigest: 'Dokumendi SHA-256',
  form: 'Dokumendi liik',
  policy: 'Poliitika',
  validationTime: 'Valideerimise aeg',
  trustSnapshot: 'Usaldusteabe SHA-256',
  summary: (passing, all, leftOut) =>
    all === 0
      ? 'Dokumendis ei ole allkirju.'
      : `Kehtivaid allkirju: ${passing}, allkirju kokku: ${all}${leftOut.length === 0 ? '' : `, kuid ${leftOut.join('; ')}`}.`,
  leftOut: {
    byAll: (count, names) => `${count === 1 ? '1 fail on' : `${count} faili on`} allkirjastamata: ${names}`,
    bySome: (count, names) => `${count === 1 ? '1 faili' : `${count} faili`} ei hõlma iga allkiri: ${names}`,
  },
  signature: (number) => `${number}. allkiri`,
  verdict: { 'TOTAL-PASSED': 'Kehtib', 'TOTAL-FAILED': 'Ei kehti', INDETERMINATE: 'Kehtivust ei saa otsustada' },
  reason: {
    FORMAT_FAILURE: 'Allkiri ei vasta oma standardile.',
    HASH_FAILURE: 'Allkirjastatud sisu on pärast allkirjastamist muudetud.',
    SIG_CRYPTO_FAILURE: 'Allkirja väärtus ei klapi: allkirja on muudetud või see on antud muu võtmega.',
    REVOKED: 'Sertifikaat oli enne allkirjastamist tühistatud.',
    EXPIRED: 'Sertifikaat oli enne allkirjastamist aegunud.',
    NOT_YET_VALID: 'Sertifikaat ei kehtinud allkirjastamise ajal veel.',
    SIG_CONSTRAINTS_FAILURE: 'Allkirja mõni omadus ei vasta nõuetele.',
    CHAIN_CONSTRAINTS_FAILURE: 'Sertifikaadid ei vasta poliitika nõuetele.',
    CERTIFICATE_CHAIN_GENERAL_FAILURE: 'Allkirjastaja sertifikaadi ahelat ei saa kontrollida.',
    CRYPTO_CONSTRAINTS_FAILURE: 'Algoritm või võti on liiga nõrk.',
    CRYPTO_CONSTRAINTS_FAILURE_NO_POE: 'Algoritm või võti on liiga nõrk ja miski ei tõenda, et allkiri anti siis, kui see oli veel tugev.',
    POLICY_PROCESSING_ERROR: 'Allkirjapoliitikat ei saa rakendada.',
    SIGNATURE_POLICY_NOT_AVAILABLE: 'Allkirjapoliitika ei ole teada.',
    TIMESTAMP_ORDER_FAILURE: 'Ajatemplid ei ole õiges järjestuses.',
    NO_SIGNING_CERTIFICATE_FOUND: 'Ei ole kindel, kelle sertifikaadiga allkiri on antud.',
    NO_CERTIFICATE_CHAIN_FOUND: 'Sertifikaadi väljaandja ei ole usaldatud.',
    NO_CERTIFICATE_CHAIN_FOUND_NO_POE: 'Väljaandja ei olnud tõendatud ajal usaldatud.',
    REVOKED_NO_POE: 'Sertifikaat on tühistatud ja miski ei tõenda, et allkiri anti enne seda.',
    REVOKED_CA_NO_POE: 'Sertifitseerimiskeskuse sertifikaat on tühistatud ja miski ei tõenda, et allkiri anti enne seda.',
    OUT_OF_BOUNDS_NOT_REVOKED: 'Sertifikaat on aegunud ja miski ei tõenda, et allkiri anti enne seda.',
    OUT_OF_BOUNDS_NO_POE: 'Sertifikaat on aegunud või ei kehtinud veel ja miski ei tõenda, millal allkiri anti.',
    REVOCATION_OUT_OF_BOUNDS_NO_POE: 'Sertifikaadi kehtivuskinnitus tugineb aegunud sertifikaadile.',
    NO_POE: 'Miski ei tõenda, millal allkiri anti.',
    TRY_LATER: 'Vaja on uuemat teavet sertifikaadi kohta; see võib hiljem olemas olla.',
    SIGNED_DATA_NOT_FOUND: 'Allkirjastatud sisu ei ole dokumendis.',
  },
  signer: 'Allkirjastaja',
  unknown: 'teadmata',
  time: 'Aeg',
  proven: 'tõendatud',
  claimed: 'allkirjastaja väitel, tõendamata',
  level: 'Õiguslik tase',
  noLevel: 'määramata',
  levels: {
    QES: 'kvalifitseeritud e-allkiri (QES)',
    'AdES/QC': 'täiustatud e-allkiri kvalifitseeritud sertifikaadiga (AdES/QC)',
    AdES: 'täiustatud e-allkiri (AdES)',
  },
  format: 'Allkirja vorming',
  covers: 'Hõlmab',
  provable: 'Tõendatav',
  nothing: 'mitte midagi',
  claimedRole: 'Roll allkirjastaja väitel',
  place: 'Koht allkirjastaja väitel',
  statedReason: 'Põhjus allkirjastaja väitel',
  files: 'Failid dokumendis',
  download: 'Laadi alla',
  downloadAll: 'Laadi kõik alla ZIP-failina',
  notCovered: 'ükski allkiri ei hõlma seda',
  digestOnly: 'dokumendis on ainult selle räsi',
  problems: 'Mis on valesti',
  warnings: 'Hoiatused',
  times: 'Ajad',
  certificates: 'Sertifikaadid',
  checks: 'Kontrollid',
  trustSources: 'Aluseks olevad usaldusnimekirjad ja seaded',
  unsatisfied: 'täitmata',
  validity: (from, until) => `kehtib ${from} kuni ${until}`,
  issuedBy: 'väljaandja',
  listed: 'nimekirjas kui',
  timeStampOver: {
    content: 'sisule',
    signature: 'allkirjale',
    'validation-data': 'valideerimisandmetele',
    archive: 'arhiveerimiseks',
    document: 'dokumendile',
    container: 'konteinerile',
  },
  event: {
    'claimed-signing-time': 'Allkirjastatud (allkirjastaja väitel)',
    'time-stamp': 'Ajatempel',
    'time-mark': 'Ajamärk',
    'revocation-data': 'Sertifikaadi kehtivuskinnitus',
    'certificate-valid-from': 'Allkirjastaja sertifikaadi algus',
    'certificate-valid-until': 'Allkirjastaja sertifikaadi lõpp',
    validation: 'Valideeritud',
  },
  role: {
    signer: 'Allkirjastaja',
    'time-stamping-unit': 'Ajatempliüksus',
    responder: 'Kehtivuskinnituse andja',
    authority: 'Sertifitseerimiskeskus',
  },
  page: (number, of) => `Lehekülg ${number}, kokku ${of}`,
  utc: 'Kõik ajad on UTC järgi.',
  legalNote: 'Koostatud standardi ETSI EN 319 102-1 järgi. Otsus kehtib valideerimise aja ja ülal nimetatud usaldusteabe kohta.',
}

/** The texts of a language. */
export function textsOf(language: Language): Texts {
  switch (language) {
    case 'et':
      return estonian
    case 'en':
      return english
  }
}
