import {
  type CommonLevel,
  commonLevelOf,
  type DdocVersion,
  type DocumentForm,
  type SignatureForm,
  type SignatureLevel,
  type SignedScope,
} from '#model'
import { scopeNameOf } from '#validation/report'

/** Names of the interface of SiVa 1 for forms, formats, levels and scopes. No other code uses these names. */
export type Siva1Form = `DIGIDOC_XML_${DdocVersion}` | `DIGIDOC_XML_${DdocVersion}_hashcode` | 'PAdES' | 'ASiC_E' | 'ASiC_E_batchsignature'

export type Siva1Format =
  | 'XAdES_BASELINE_B_BES'
  | 'XAdES_BASELINE_B_EPES'
  | 'XAdES_BASELINE_T'
  | 'XAdES_BASELINE_LT'
  | 'XAdES_BASELINE_LT_TM'
  | 'XAdES_BASELINE_LTA'
  | 'PAdES_BASELINE_B_BES'
  | 'PAdES_BASELINE_B_EPES'
  | 'PAdES_BASELINE_T'
  | 'PAdES_BASELINE_LT'
  | 'PAdES_BASELINE_LTA'

/** `signatureForm`. */
export function formNameOf(form: DocumentForm): Siva1Form {
  switch (form.kind) {
    case 'asic-e':
      return 'ASiC_E'
    case 'xroad':
      return form.batch ? 'ASiC_E_batchsignature' : 'ASiC_E'
    case 'pdf':
      return 'PAdES'
    case 'digidoc-xml':
      return form.hashcode ? `DIGIDOC_XML_${form.version}_hashcode` : `DIGIDOC_XML_${form.version}`
  }
}

/** The interface counts DIGIDOC-XML signatures as XAdES. */
const families = { xades: 'XAdES', ddoc: 'XAdES', cms: 'PAdES' } as const

/** `signatureFormat` (`decisions.md#level-names`, `decisions.md#ddoc-format`); empty for a signature that cannot be read. */
export function formatNameOf(form: SignatureForm | null): Siva1Format | '' {
  if (form === null) return ''
  // The format of an X-Road signature depends only on its container, as existing clients expect.
  if (form.profile === 'xroad') return form.isBatch ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_LT'
  const family = families[form.syntax]
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
