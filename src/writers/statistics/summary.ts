import type {
  CertificateFacts,
  DocumentForm,
  DocumentReport,
  FilesLeftOut,
  Indication,
  SignatureForm,
  SignatureReport,
  SubIndication,
} from '#model'
import { familyOf } from '#validation/report'
import { leavingOut } from '../left-out.js'

/**
 * The statistics of one document, with the member names of SiVa, so that programs for its logs can read them: document form, signature syntax, number of
 * signatures and of valid ones; for each signature indication, sub-indication (absent when there is none), country of the signer (`XX` when unknown) and format.
 */
export interface StatisticsRecord {
  readonly type: string
  readonly sigType: string
  readonly sigCt: number
  readonly vSigCt: number
  readonly sigRslt: readonly { readonly i: Indication; readonly si?: SubIndication; readonly cc: string; readonly sf: string }[]
}

/** What a validation tells the process that ordered it, whatever form the report has. */
export interface ReportSummary {
  readonly signatures: number
  /** How many of them are TOTAL-PASSED. */
  readonly passing: number
  /** Number of signatures by indication; indications that no signature has are absent. */
  readonly verdicts: Readonly<Partial<Record<Indication, number>>>
  /** Name of the kind of document, as a label of metrics. */
  readonly form: string
  /** For the exit status and the headline of the command line. Its names are texts of the document, so it is never logged. */
  readonly filesLeftOut: FilesLeftOut
  readonly statistics: StatisticsRecord
}

export function summarise({ document, signatures, filesLeftOut }: Pick<DocumentReport, Used>): ReportSummary {
  const verdicts = new Map<Indication, number>()
  for (const { indication } of signatures) verdicts.set(indication, (verdicts.get(indication) ?? 0) + 1)
  const passing = verdicts.get('TOTAL-PASSED') ?? 0
  return {
    signatures: signatures.length,
    passing,
    verdicts: Object.fromEntries(verdicts),
    form: labelOf(document.form),
    filesLeftOut,
    statistics: {
      type: typeOf(document.form),
      sigType: signatures.flatMap(({ form }) => (form === null ? [] : [familyOf(form)]))[0] ?? 'N/A',
      sigCt: signatures.length,
      vSigCt: passing,
      sigRslt: signatures.map(resultOf),
    },
  }
}

type Used = 'document' | 'signatures' | 'filesLeftOut'

/** Members of the report of which nothing is counted. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()([
  'ownPolicy',
  'policy',
  'validationTime',
  'trust',
  'findings',
  'timeStampTokens',
  'nested',
])

type CountedSignature = Pick<SignatureReport, 'indication' | 'subIndication' | 'signer' | 'form'>

/** Members of a signature of which nothing is counted: they are about the document or the person. */
export const leftOutOfSignature = leavingOut<SignatureReport, keyof CountedSignature>()([
  'id',
  'source',
  'policy',
  'validationTime',
  'errors',
  'warnings',
  'level',
  'leastLevel',
  'signingCertificate',
  'certificationPath',
  'bestSignatureTime',
  'claimedSigningTime',
  'blocks',
  'proofsOfExistence',
  'signatureAlgorithm',
  'scopes',
  'claimedRoles',
  'productionPlace',
  'reason',
  'certificates',
  'timeStamps',
  'revocations',
  'evidence',
  'provable',
  'unreadable',
])

function resultOf({ indication, subIndication, signer, form }: CountedSignature): StatisticsRecord['sigRslt'][number] {
  return {
    i: indication,
    ...(subIndication === null ? {} : { si: subIndication }),
    cc: countryOf(signer) ?? 'XX',
    sf: form === null ? '' : formatOf(form),
  }
}

const country = '2.5.4.6'

/** The country in the subject of the signer's certificate, in capitals; null when it is not exactly two letters (ISO 3166-1). */
function countryOf(certificate: CertificateFacts | null): string | null {
  const value = certificate?.subject.attributes.findLast((attribute) => attribute.oid === country)?.value ?? ''
  return /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null
}

/** The names of SiVa, which calls DIGIDOC-XML XAdES. */
function typeOf(form: DocumentForm): string {
  switch (form.kind) {
    case 'ddoc':
      return 'XAdES'
    case 'asic-e':
      return 'ASiC-E'
    case 'asic-s':
      return 'ASiC-S'
    case 'cades':
      return 'CAdES'
    case 'xades':
      return 'XAdES'
    case 'xroad':
      return form.batch ? 'ASiC-E (BatchSignature)' : 'ASiC-E'
    case 'pdf':
      return 'PAdES'
  }
}

function labelOf(form: DocumentForm): string {
  switch (form.kind) {
    case 'asic-e':
      return 'ASiC_E'
    case 'asic-s':
      return 'ASiC_S'
    case 'cades':
      return 'CAdES'
    case 'xades':
      return 'XAdES'
    case 'xroad':
      return form.batch ? 'ASiC_E_batchsignature' : 'ASiC_E'
    case 'pdf':
      return 'PAdES'
    case 'ddoc':
      return `DIGIDOC_XML_${form.version}${form.hashcode ? '_hashcode' : ''}`
  }
}

function formatOf(form: SignatureForm): string {
  const { profile, level, proofOfTime, namesPolicy, isBatch } = form
  if (profile === 'xroad') return isBatch ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_LT'
  const baseline = `${familyOf(form)}_BASELINE_${level}`
  if (level === 'B') return namesPolicy ? `${baseline}_EPES` : `${baseline}_BES`
  return level === 'LT' && proofOfTime === 'time-mark' ? `${baseline}_TM` : baseline
}
