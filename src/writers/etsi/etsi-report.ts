import { type DocumentReport, reportBounds, shortened } from '#model'
import { messageOf } from '#validation/report'
import { type DetailedReport, writeDetailedReport } from '#writers/detailed'
import { leavingOut } from '../left-out.js'
import { signatureElement } from './signature-report.js'
import { ValidationObjects } from './validation-objects.js'
import { formNameOf, uri } from './vocabulary.js'
import { dateTime, type Elements, writeDocument } from './xml.js'

/** The members of the report that this writer uses. */
export type EtsiReportInput = Pick<
  DocumentReport,
  'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'trust' | 'findings' | 'signatures'
>

/** Members of the report that are written as warnings about the document only. */
export const leftOutOfReport = leavingOut<DocumentReport, keyof EtsiReportInput>()(['filesLeftOut', 'timeStampTokens', 'nested'])

/**
 * Writes the signature validation report of ETSI TS 119 102-2 (schema version 1.4.1) as XML for UTF-8. The report itself is not signed.
 *
 * @param validator name and version of this service
 */
export function writeEtsiReport(report: EtsiReportInput, validator: string): string {
  const { signatures, validationTime } = report
  const detailed = writeDetailedReport({ ...report, timeStampTokens: [], nested: null })
  const objects = new ValidationObjects(validationTime)
  const data = signatures.map((signature, number) => objects.add(signature, number))
  const reports = signatures.map((signature, number) =>
    signatureElement({ number, signature, blocks: detailed.signatures[number]?.blocks ?? [], data: data[number] ?? [] }, report, objects),
  )
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
      SignatureValidator: validatorElement(report, detailed, validator),
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
function validatorElement({ document, findings }: EtsiReportInput, detailed: DetailedReport, validator: string): Elements {
  return {
    DigitalId: { 'tsl:Other': { 'a:Validator': validator } },
    OtherInformation: {
      'a:Document': {
        '@name': shortened(document.name, reportBounds.printedCharacters),
        '@sha256': detailed.documentDigest,
        '@size': String(detailed.documentSize),
        '@form': formNameOf(document.form),
      },
      'a:TrustSnapshot': { '@sha256': detailed.trustSnapshot },
      'a:TrustSource': detailed.trustSources.map(({ id, kind, sequenceNumber, digest }) => ({
        '@id': id,
        '@kind': kind,
        '@sequenceNumber': sequenceNumber === null ? undefined : String(sequenceNumber),
        '@sha256': digest === '' ? undefined : digest,
      })),
      'a:Warning': findings.map(messageOf).map(({ key, text }) => ({ '@key': key, '#text': text })),
    },
  }
}
