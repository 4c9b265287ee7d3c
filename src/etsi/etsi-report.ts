import { type DetailedReport, type Instant, reportBounds, type SignatureExplanation, shortened, type ValidationReport } from '#model'
import { signatureElement } from './signature-report.js'
import { ValidationObjects } from './validation-objects.js'
import { uri } from './vocabulary.js'
import { dateTime, type Elements, writeDocument } from './xml.js'

export interface EtsiReportInput {
  readonly report: ValidationReport
  readonly detailed: DetailedReport
  readonly signatures: readonly SignatureExplanation[]
  readonly validationTime: Instant
  /** Name and version of this service. */
  readonly validator: string
}

/** Writes the signature validation report of ETSI TS 119 102-2 (schema version 1.4.1) as XML for UTF-8. The report itself is not signed. */
export function writeEtsiReport(input: EtsiReportInput): string {
  const { report, detailed, signatures, validationTime } = input
  const objects = new ValidationObjects(validationTime)
  const data = signatures.map((signature, number) => objects.add(signature, number))
  const reports = signatures.flatMap((explained, number) => {
    const [ofReport, ofDetailed] = [report.signatures[number], detailed.signatures[number]]
    return ofReport === undefined || ofDetailed === undefined
      ? []
      : [signatureElement({ number, report: ofReport, detailed: ofDetailed, explained, data: data[number] ?? [] }, input, objects)]
  })
  const written = objects.write()
  return writeDocument({
    ValidationReport: {
      '@xmlns': 'http://uri.etsi.org/19102/v1.4.1#',
      '@xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
      '@xmlns:xades': 'http://uri.etsi.org/01903/v1.3.2#',
      '@xmlns:tsl': 'http://uri.etsi.org/02231/v2#',
      '@xmlns:a': 'urn:allkiri:report',
      SignatureValidationReport: reports.length === 0 ? [withoutSignatures(dateTime(validationTime))] : reports,
      SignatureValidationObjects:
        Array.isArray(written['ValidationObject']) && written['ValidationObject'].length > 0 ? written : undefined,
      SignatureValidator: validatorElement(input),
    },
  })
}

/** The schema requires at least one signature report, so a document without signatures gets one that states that no signature was found. */
function withoutSignatures(time: string | undefined): Elements {
  return {
    ValidationTimeInfo:
      time === undefined ? undefined : { ValidationTime: time, BestSignatureTime: { POETime: time, TypeOfProof: uri.proofByValidation } },
    SignatureValidationStatus: { MainIndication: uri.noSignatureFound },
  }
}

/** The validator, the document and the trust sources. The validator is identified by text: this service signs nothing, so it has no certificate. */
function validatorElement({ validator, detailed, report }: EtsiReportInput): Elements {
  return {
    DigitalId: { 'tsl:Other': { 'a:Validator': validator } },
    OtherInformation: {
      'a:Document': {
        '@name': shortened(report.documentName, reportBounds.printedCharacters),
        '@sha256': detailed.documentDigest,
        '@size': String(detailed.documentSize),
        '@form': report.signatureForm,
      },
      'a:TrustSnapshot': { '@sha256': detailed.trustSnapshot },
      'a:TrustSource': detailed.trustSources.map(({ id, kind, sequenceNumber, digest }) => ({
        '@id': id,
        '@kind': kind,
        '@sequenceNumber': sequenceNumber === null ? undefined : String(sequenceNumber),
        '@sha256': digest === '' ? undefined : digest,
      })),
      'a:Warning': report.validationWarnings.map(({ key, text }) => ({ '@key': key, '#text': text })),
    },
  }
}
