import type { AdesLevel, DdocVersion, DocumentForm, Indication, SignatureLevel } from '#model'

/**
 * SiVa 3 has engines that write some names differently, and the extension of the file name chooses the engine: `digidoc` answers for `.bdoc` and `.ddoc`, `dss` for
 * all others. Here one engine reads every document by its content; only the names follow the extension.
 */
export type Engine = 'digidoc' | 'dss'

/** The engine of SiVa 3 that answers for a document. DIGIDOC-XML is read by one of them only. */
export function engineOf({ name, form }: { readonly name: string; readonly form: DocumentForm }): Engine {
  return form.kind === 'ddoc' || extensionOf(name) === 'bdoc' ? 'digidoc' : 'dss'
}

/** The text after the last dot of the last part of a path, in lower case; empty without a dot. */
export function extensionOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const dot = last.lastIndexOf('.')
  return dot < 0 ? '' : last.slice(dot + 1).toLowerCase()
}

export type Siva3Form = 'ASiC-E' | 'ASiC-S' | `DIGIDOC_XML_${DdocVersion}` | `DIGIDOC_XML_${DdocVersion}_hashcode`

/** `signatureForm`; null for documents that are no containers. */
export function formNameOf(form: DocumentForm): Siva3Form | null {
  switch (form.kind) {
    case 'asic-e':
    case 'xroad':
      return 'ASiC-E'
    case 'asic-s':
      return 'ASiC-S'
    case 'pdf':
    case 'cades':
    case 'xades':
      return null
    case 'ddoc':
      return form.hashcode ? `DIGIDOC_XML_${form.version}_hashcode` : `DIGIDOC_XML_${form.version}`
  }
}

type Family = 'XAdES' | 'PAdES' | 'CAdES'

/** Forms of EN 319 132-2 and 122-2, which are no baseline signatures. */
type OlderForm = 'BES' | 'EPES' | 'T' | 'LT' | 'C' | 'X' | 'XL' | 'A'

export type Siva3Format =
  | `${Family}_BASELINE_${AdesLevel}`
  | 'XAdES_BASELINE_B_BES'
  | 'XAdES_BASELINE_B_EPES'
  | 'XAdES_BASELINE_LT_TM'
  | `DIGIDOC_XML_${DdocVersion}`
  | 'SK_XML_1.0'
  | `${'XAdES' | 'CAdES'}_${OlderForm}`
  | 'PAdES_BES'
  | 'PAdES_EPES'
  | 'PAdES_LTV'
  | `PKCS7_${AdesLevel}`
  | 'XML_NOT_ETSI'
  | 'CMS_NOT_ETSI'
  | 'PDF_NOT_ETSI'

/** Names of levels: of a signature that is valid, one that cannot be decided (with the prefix `INDETERMINATE_`), and one that is not valid. */
const levels = {
  QESig: ['QESIG', 'NOT_ADES_QC_QSCD'],
  QESeal: ['QESEAL', 'NOT_ADES_QC_QSCD'],
  'AdESig-QC': ['ADESIG_QC', 'NOT_ADES_QC'],
  'AdESeal-QC': ['ADESEAL_QC', 'NOT_ADES_QC'],
  AdESig: ['ADESIG', 'NOT_ADES'],
  AdESeal: ['ADESEAL', 'NOT_ADES'],
  'AdES-QC-QSCD': ['UNKNOWN_QC_QSCD', 'NOT_ADES_QC_QSCD'],
  'AdES-QC': ['UNKNOWN_QC', 'NOT_ADES_QC'],
  AdES: ['UNKNOWN', 'NOT_ADES'],
} as const satisfies Readonly<Record<SignatureLevel, readonly [string, string]>>

type Names = (typeof levels)[SignatureLevel]
export type Siva3Level = Names[0] | `INDETERMINATE_${Names[0]}` | Names[1] | 'NA'

/** `signatureLevel`. `NA`: no trusted list determines one. */
export function levelNameOf(level: SignatureLevel | null, indication: Indication): Siva3Level {
  if (level === null) return 'NA'
  const [valid, notValid] = levels[level]
  switch (indication) {
    case 'TOTAL-PASSED':
      return valid
    case 'INDETERMINATE':
      return `INDETERMINATE_${valid}`
    case 'TOTAL-FAILED':
      return notValid
  }
}

/** Every name of a level, for the description. */
export const levelNames: readonly string[] = [
  ...new Set([...Object.values(levels).flatMap(([valid, notValid]) => [valid, `INDETERMINATE_${valid}`, notValid]), 'NA']),
]
