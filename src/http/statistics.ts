import { isDdocForm, type SignatureForm, type ValidationReport } from '#model'

/**
 * The statistics of one validation, with the member names of SiVa, so that programs for its logs can read them: document form, signature syntax, user,
 * milliseconds, number of signatures and of valid ones; for each signature indication, sub-indication (absent when there is none), country of the signer (`XX`
 * when unknown) and format. Unlike in SiVa, the user is a pseudonym, because the header may contain a personal code.
 */
export function statisticsOf(report: ValidationReport, milliseconds: number, user: string | null) {
  return {
    type: typeOf(report.signatureForm),
    sigType: report.signatures.find(({ signatureFamily }) => signatureFamily !== '')?.signatureFamily ?? 'N/A',
    usrId: user ?? 'N/A',
    dur: Math.round(milliseconds),
    sigCt: report.signaturesCount,
    vSigCt: report.validSignaturesCount,
    sigRslt: report.signatures.map(({ indication, subIndication, signerCountry, signatureFormat }) => ({
      i: indication,
      ...(subIndication === '' ? {} : { si: subIndication }),
      cc: signerCountry === '' ? 'XX' : signerCountry,
      sf: signatureFormat,
    })),
  }
}

/** The names of SiVa, which calls DIGIDOC-XML XAdES. */
function typeOf(form: SignatureForm): string {
  if (isDdocForm(form)) return 'XAdES'
  switch (form) {
    case 'ASiC_E':
      return 'ASiC-E'
    case 'ASiC_E_batchsignature':
      return 'ASiC-E (BatchSignature)'
    case 'PAdES':
      return 'PAdES'
  }
}
