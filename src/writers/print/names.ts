import type { DocumentForm, SignatureForm } from '#model'
import { familyOf } from '#validation/report'

/** Name of the kind of document, as the printed report and the page show it. */
export function formNameOf(form: DocumentForm): string {
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

/** Name of the format and level of a signature, as the printed report and the page show it. */
export function formatNameOf(form: SignatureForm): string {
  const { profile, level, proofOfTime, namesPolicy, isBatch } = form
  if (profile === 'xroad') return isBatch ? 'XAdES_BASELINE_B_BES' : 'XAdES_BASELINE_LT'
  const baseline = `${familyOf(form)}_BASELINE_${level}`
  if (level === 'B') return namesPolicy ? `${baseline}_EPES` : `${baseline}_BES`
  return level === 'LT' && proofOfTime === 'time-mark' ? `${baseline}_TM` : baseline
}
