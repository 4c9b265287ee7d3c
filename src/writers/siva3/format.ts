import type { AdesLevel, CertificateId, DocumentForm, SignatureEvidence, SignatureForm, SignatureReport } from '#model'
import { familyOf } from '#validation/report'
import { earliestSignatureTimeStamp } from './certificates.js'
import type { Engine, Siva3Format } from './names.js'

/** What the format of a signature depends on. */
type Formatted = Pick<SignatureReport, 'form' | 'evidence' | 'certificates' | 'signer' | 'timeStamps' | 'errors' | 'warnings'>

/**
 * `signatureFormat`. SiVa calls a signature of level LT or LTA one of level T when its revocation data lead to no trust, and one that lacks a property of the
 * baseline by the name of its older form (`decisions.md#siva3-format`). A signature that cannot be read has the name for one that follows no standard.
 */
export function formatNameOf(signature: Formatted, document: DocumentForm, engine: Engine): Siva3Format {
  if (document.kind === 'ddoc') return document.version === '1.0' ? 'SK_XML_1.0' : `DIGIDOC_XML_${document.version}`
  const { form } = signature
  if (form === null) return document.kind === 'pdf' ? 'PDF_NOT_ETSI' : 'XML_NOT_ETSI'
  const level = shownLevelOf(signature, form)
  const family = familyOf(form)
  if (breaksStandard(signature, family) || isOfOlderForm(signature))
    return family === 'PAdES' ? olderPadesNameOf(signature, form, level) : olderNameOf(family, signature, form, level)
  if (level === 'B' && engine === 'digidoc' && family === 'XAdES')
    return form.namesPolicy ? 'XAdES_BASELINE_B_EPES' : 'XAdES_BASELINE_B_BES'
  return level === 'LT' && form.proofOfTime === 'time-mark' ? 'XAdES_BASELINE_LT_TM' : `${family}_BASELINE_${level}`
}

/** The level of the signature as SiVa shows it. */
export function shownLevelOf(signature: Formatted, form: SignatureForm): AdesLevel {
  const { level, proofOfTime } = form
  if (level === 'B' || proofOfTime === 'none') return level
  if (proofOfTime === 'time-mark') return hasTimeMark(signature) ? level : 'B'
  if (familyOf(form) !== 'PAdES' && !hasSignatureTimeStamp(signature)) return 'B'
  return level !== 'T' && !hasTrustedRevocationData(signature) ? 'T' : level
}

/** Whether a nonce is one of a time-mark, of this signature or of another one. */
function hasTimeMark({ evidence }: Formatted): boolean {
  const timeMarks = evidence?.facts.timeMarks ?? []
  return timeMarks.length === 0 || timeMarks.some(({ nonce }) => nonce === 'match' || nonce === 'mismatch')
}

/** Whether a time-stamp can be read and states its certificate, without which SiVa reads none (RFC 3161, 2.4.2). */
function hasSignatureTimeStamp({ timeStamps }: Formatted): boolean {
  return timeStamps.some(
    ({ facts }) => (facts.kind === 'signature' || facts.kind === 'container') && facts.token.signingCertificateAttribute !== 'absent',
  )
}

/**
 * Whether revocation data are there for every certificate below the trust anchors, of the signer and of the time-stamping unit: an untrusted path goes on to its
 * root, and documents have none for the authorities in it.
 */
function hasTrustedRevocationData({ evidence, certificates, signer, timeStamps }: Formatted): boolean {
  if (evidence === null || signer === null) return false
  const unit = earliestSignatureTimeStamp(timeStamps)?.unit ?? null
  return [signer, ...(unit === null ? [] : [unit])].every(({ id }) =>
    belowAnchor(id, certificates).every((certificate) => hasRevocationData(certificate, evidence)),
  )
}

/** The certificates of a path that need revocation data: all below its anchor or its self-signed root. */
function belowAnchor(id: CertificateId, certificates: Formatted['certificates']): readonly CertificateId[] {
  const reported = certificates.find(({ certificate }) => certificate.id === id)
  if (reported === undefined) return [id]
  const path = [reported.certificate, ...reported.issuers]
  if (reported.anchored) return path.slice(0, -1).map((certificate) => certificate.id)
  return path.filter(({ subject, issuer }) => subject.canonical !== issuer.canonical).map((certificate) => certificate.id)
}

/** Whether there is an OCSP response or a CRL about a certificate: by whom it is, and whether it verifies, does not matter for the name. */
function hasRevocationData(id: CertificateId, { data }: SignatureEvidence): boolean {
  return data.revocations.some(({ certificate }) => certificate === id)
}

/** Checks whose failure makes a signature one of an older form. */
const baselineChecks: ReadonlySet<string> = new Set(['pdf-signature-pades', 'signed-properties-referenced', 'signing-time-present'])
/** Checks whose failure makes it one of no standard; in a PDF also those about what may be in the message. */
const standardChecks = ['signing-certificate-reference-present', 'cms-content-type', 'cms-message-digest-present']
const standardChecksOf: Readonly<Record<ReturnType<typeof familyOf>, ReadonlySet<string>>> = {
  XAdES: new Set(standardChecks),
  CAdES: new Set(standardChecks),
  PAdES: new Set([...standardChecks, 'cms-content-detached', 'cms-signer-single']),
}

function breaksStandard({ errors }: Formatted, family: ReturnType<typeof familyOf>): boolean {
  return errors.some(({ key }) => standardChecksOf[family].has(key))
}

/** A baseline signature has the properties of one, two references at least, and the certificate of its signer. */
function isOfOlderForm({ errors, warnings, evidence, signer }: Formatted): boolean {
  if (signer === null || [...errors, ...warnings].some(({ key }) => baselineChecks.has(key))) return true
  const facts = evidence?.facts
  if (facts === undefined) return false
  return (
    againstBaseline(facts).length > 0 ||
    (facts.syntax.name === 'xades' && facts.references.length < 2) ||
    facts.unreadableTimeStamps.some(({ problem }) => problem === 'TIME_STAMP_SEVERAL_TOKENS')
  )
}

/** What makes a signature one that is no baseline signature. */
function againstBaseline({ structure }: SignatureEvidence['facts']): SignatureEvidence['facts']['structure'] {
  return structure.filter(({ key }) => key === 'signature-baseline')
}

/** Properties of the forms C and X (EN 319 132-2, 122-2): references to certificates and to revocation data, and time-stamps over them. */
const formC = {
  certificates: /^complete-?certificate-?ref/i,
  revocations: /^complete-?revocation-?ref/i,
  timeStamps: /^(?:SigAndRefs|RefsOnly)TimeStamp|^time-stamped-certs/,
} as const

function olderNameOf(family: 'XAdES' | 'CAdES', signature: Formatted, form: SignatureForm, level: AdesLevel): Siva3Format {
  const { evidence } = signature
  const flaws = evidence === null ? [] : againstBaseline(evidence.facts)
  if (breaksStandard(signature, family) || flaws.some(({ code }) => code === 'PROPERTY_AGAINST_XADES'))
    return family === 'XAdES' ? 'XML_NOT_ETSI' : 'CMS_NOT_ETSI'
  if (level === 'B') return form.namesPolicy ? `${family}_EPES` : `${family}_BES`
  const has = (names: RegExp) => flaws.some(({ facts: { property } }) => typeof property === 'string' && names.test(property))
  if (level === 'LTA') return `${family}_A`
  if (!has(formC.certificates) || !has(formC.revocations)) return `${family}_${level}`
  if (!has(formC.timeStamps)) return `${family}_C`
  return level === 'T' ? `${family}_X` : `${family}_XL`
}

function olderPadesNameOf(signature: Formatted, { namesPolicy }: SignatureForm, level: AdesLevel): Siva3Format {
  if (breaksStandard(signature, 'PAdES')) return 'PDF_NOT_ETSI'
  const profile = signature.evidence?.facts.profile
  if (profile?.name === 'pdf' && profile.subFilter !== 'ETSI.CAdES.detached') return `PKCS7_${level}`
  if (level === 'LTA') return 'PAdES_LTV'
  return namesPolicy ? 'PAdES_EPES' : 'PAdES_BES'
}
