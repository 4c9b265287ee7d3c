import {
  type AdesLevel,
  type CertificateId,
  type DocumentForm,
  type SignatureEvidence,
  type SignatureForm,
  type SignatureReport,
  sameEntity,
} from '#model'
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
  if (document.kind === 'digidoc-xml') return document.version === '1.0' ? 'SK_XML_1.0' : `DIGIDOC_XML_${document.version}`
  const { form } = signature
  if (form === null) return document.kind === 'pdf' ? 'PDF_NOT_ETSI' : 'XML_NOT_ETSI'
  const level = shownLevelOf(signature, form)
  const family = familyOf(form)
  if (family !== 'PAdES' && isOfOlderForm(signature)) return olderNameOf(family, form, level)
  if (family === 'PAdES' && isOfOlderForm(signature)) return olderPadesNameOf(signature, form, level)
  if (level === 'B' && engine === 'digidoc' && family === 'XAdES')
    return form.namesPolicy ? 'XAdES_BASELINE_B_EPES' : 'XAdES_BASELINE_B_BES'
  return level === 'LT' && form.proofOfTime === 'time-mark' ? 'XAdES_BASELINE_LT_TM' : `${family}_BASELINE_${level}`
}

/** The level of the signature as SiVa shows it. */
export function shownLevelOf(signature: Formatted, form: SignatureForm): AdesLevel {
  const { level, proofOfTime } = form
  return (level === 'LT' || level === 'LTA') && proofOfTime === 'time-stamp' && !hasTrustedRevocationData(signature) ? 'T' : level
}

/**
 * Whether revocation data are there for every certificate below the trust anchors, of the signer and of the time-stamping unit: an untrusted path goes on to its
 * root, and documents have none for the authorities in it.
 */
function hasTrustedRevocationData({ evidence, certificates, signer, timeStamps }: Formatted): boolean {
  if (evidence === null || signer === null) return false
  const unit = earliestSignatureTimeStamp(timeStamps)?.unit ?? null
  return [signer, ...(unit === null ? [] : [unit])].every(({ id }) =>
    belowAnchor(id, certificates).every((certificate) => hasRevocationData(certificate, evidence, certificates)),
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

function hasRevocationData(id: CertificateId, { data }: SignatureEvidence, certificates: Formatted['certificates']): boolean {
  return data.revocations.some(({ certificate, revocation, issuer }) => {
    if (certificate !== id) return false
    const by = data.revocationSigners.find((each) => each.revocation === revocation)
    if (by?.signature !== 'intact' || by.signer === null) return false
    const signer = certificates.find((known) => known.certificate.id === by.signer)
    const authority = data.certificates.find((known) => known.id === issuer)
    if (signer === undefined || authority === undefined) return false
    return (
      signer.anchored || sameEntity(signer.certificate, authority) || signer.certificate.issuer.canonical === authority.subject.canonical
    )
  })
}

/** Checks whose failure makes a signature one of an older form: baseline signatures have these properties. */
const baselineChecks: ReadonlySet<string> = new Set(['data-object-format-present', 'pdf-signature-pades'])

/** A baseline signature holds the certificate of its signer, too. */
function isOfOlderForm({ errors, warnings, evidence, signer }: Formatted): boolean {
  return (
    signer === null ||
    [...errors, ...warnings].some(({ key }) => baselineChecks.has(key)) ||
    evidence?.facts.unreadableTimeStamps.some(({ problem }) => problem === 'TIME_STAMP_SEVERAL_TOKENS') === true
  )
}

function olderNameOf(family: 'XAdES' | 'CAdES', { namesPolicy }: SignatureForm, level: AdesLevel): Siva3Format {
  if (level === 'B') return namesPolicy ? `${family}_EPES` : `${family}_BES`
  return `${family}_${level}`
}

function olderPadesNameOf({ evidence }: Formatted, { namesPolicy }: SignatureForm, level: AdesLevel): Siva3Format {
  const profile = evidence?.facts.profile
  if (profile?.name === 'pdf' && profile.subFilter !== 'ETSI.CAdES.detached') return `PKCS7_${level}`
  if (level === 'LT' || level === 'LTA') return 'PAdES_LTV'
  return namesPolicy ? 'PAdES_EPES' : 'PAdES_BES'
}
