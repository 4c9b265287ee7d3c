import {
  type CommonLevel,
  commonLevelOf,
  type DdocVersion,
  type DocumentForm,
  type SignatureForm,
  type SignatureLevel,
  type SignedScope,
} from '#model'
import { familyOf, scopeNameOf } from '#validation/report'

/** Names of the interface of SiVa 1 for forms, formats, levels and scopes. No other code uses these names. */
export type Siva1Form =
  | `DIGIDOC_XML_${DdocVersion}`
  | `DIGIDOC_XML_${DdocVersion}_hashcode`
  | 'PAdES'
  | 'ASiC_E'
  | 'ASiC_E_batchsignature'
  // Not of the interface: forms that only the command line and the library read by this report.
  | 'ASiC_S'
  | 'CAdES'
  | 'XAdES'

export type Siva1Format = `${'XAdES' | 'PAdES' | 'CAdES'}_BASELINE_${'B_BES' | 'B_EPES' | 'T' | 'LT' | 'LTA'}` | 'XAdES_BASELINE_LT_TM'

/** `signatureForm`. */
export function formNameOf(form: DocumentForm): Siva1Form {
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
      return form.hashcode ? `DIGIDOC_XML_${form.version}_hashcode` : `DIGIDOC_XML_${form.version}`
  }
}

/** `signatureFormat` (`decisions.md#level-names`, `decisions.md#ddoc-format`); empty for a signature that cannot be read. */
export function formatNameOf(form: SignatureForm | null): Siva1Format | '' {
  if (form === null) return ''
  // The format of an X-Road signature depends only on its container, as existing clients expect.
  if (form.profile === 'xroad') return form.isBatch ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_LT'
  const family = familyOf(form)
  switch (form.level) {
    case 'B':
      return form.namesPolicy ? `${family}_BASELINE_B_EPES` : `${family}_BASELINE_B_BES`
    case 'LT':
      return form.proofOfTime === 'time-mark' ? 'XAdES_BASELINE_LT_TM' : `${family}_BASELINE_LT`
    case 'T':
    case 'LTA':
      return `${family}_BASELINE_${form.level}`
  }
}

/** `signatureLevel`; empty when no level is determined. */
export function levelNameOf(level: SignatureLevel | null): CommonLevel | '' {
  return level === null ? '' : commonLevelOf(level)
}

export interface Siva1Scope {
  readonly name: string
  readonly scope: 'FullSignatureScope' | 'PdfByteRangeSignatureScope'
  readonly content: string
}

/** The data that a signature covers: a file, or a revision of a PDF by its byte range. */
export function scopeOf(scope: SignedScope): Siva1Scope {
  switch (scope.kind) {
    case 'file':
    case 'file-digest':
    case 'manifest':
    case 'archive':
    case 'archived-file':
      return { name: scope.name, scope: 'FullSignatureScope', content: 'Full document' }
    case 'cms-content':
    case 'xml-document':
    case 'xml-element':
    case 'signature':
      return { name: scopeNameOf(scope), scope: 'FullSignatureScope', content: 'Full document' }
    case 'pdf-revision':
      return scope.number === null
        ? { name: 'Full PDF', scope: 'FullSignatureScope', content: 'Full document' }
        : {
            name: `PDF previous version #${scope.number}`,
            scope: 'PdfByteRangeSignatureScope',
            content: `The document byte range: [${scope.byteRange.join(', ')}]`,
          }
  }
}
