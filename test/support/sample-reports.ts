import { checked, type DocumentReport, type SignatureEvidence, type SignatureReport, type UnreadableSignature } from '#model'
import { POLv1 } from '#validation/policy'
import { provableUntil } from '#validation/provable'
import { buildReport } from '#validation/report'
import { concludeDocument } from '../../src/validation/policy/conclude-document.js'
import { changeCertificate, changed, type Evidence, soundLongTerm, validationTime } from '../validation/policy/sound-signatures.js'

export const nothingLeftOut: DocumentReport['filesLeftOut'] = { byAll: { names: [], count: 0 }, bySome: { names: [], count: 0 } }

/** The report of a container with these signatures, read and concluded under POLv1. */
export function reportOf(
  evidence: readonly Evidence[],
  changes: Partial<DocumentReport> = {},
  signatures: readonly (SignatureEvidence | UnreadableSignature)[] = evidence.map(({ facts, data }) => ({ kind: 'read', facts, data })),
): DocumentReport {
  const built = buildReport({
    request: { filename: 'leping.asice', documentType: 'BDOC', policy: 'POLv1', validationTime },
    ownPolicy: null,
    document: { size: 1234, digest: () => 'ab'.repeat(32) },
    opened: { form: { kind: 'asic-e' } },
    trust: { digest: 'cd'.repeat(32), sources: [] },
    signatures,
    conclusions: concludeDocument(POLv1, signatures, [], validationTime),
    provable: (read, conclusion) => provableUntil(POLv1, read, conclusion, []),
    findings: [],
    filesLeftOut: nothingLeftOut,
  })
  return { ...built, ...changes }
}

/** Evidence of a sound signature of a person with this common name. */
export function signedBy(name: string): Evidence {
  return changed(soundLongTerm(), (evidence) =>
    changeCertificate(evidence, 'Signer', (certificate) => {
      certificate.subject.attributes = [
        { oid: '2.5.4.6', value: 'EE' },
        { oid: '2.5.4.3', value: name },
      ]
    }),
  )
}

/** A report with one signature that passes. */
export const passing: DocumentReport = reportOf([signedBy('MAASIKAS,MARI,48001010000')])

/** A report with one signature whose issuer is not trusted, a file that is not signed, and messages of each kind. */
export const undecided: DocumentReport = {
  ...reportOf([
    changed(signedBy('MAASIKAS,MARI,48001010000'), ({ data }) => {
      data.anchors = []
      for (const { paths } of data.paths) for (const path of paths) path.anchored = false
    }),
  ]),
  findings: [checked('container-file-not-in-signature', false, { file: 'lisa.txt' })],
}

/** A report under POLv1 with one signature that cannot be read. */
export const unreadable: DocumentReport = ofUnreadable()

function ofUnreadable(): DocumentReport {
  const source = { file: 'META-INF/signatures1.xml', index: 0 }
  return reportOf([], {}, [
    { kind: 'unreadable', source, id: '', code: 'XML_DOCTYPE', message: 'a document type is not allowed', offset: 39 },
  ])
}

/** A report on a document without signatures. */
export const unsigned: DocumentReport = reportOf([])

/** The report with changes to its first signature. */
export function withSignature(report: DocumentReport, changes: Partial<SignatureReport>): DocumentReport {
  const [first, ...others] = report.signatures
  if (first === undefined) throw new Error('the report has no signature')
  return { ...report, signatures: [{ ...first, ...changes } as SignatureReport, ...others] }
}
