import { type CheckResult, checked, type DocumentForm, type SignatureConclusion } from '#model'
import type { ReadDocument } from './document-formats.js'
import type { ValidationContext } from './validation-context.js'

/** Where the report of a kind of document has room for a finding about the service: beside the document, or with each signature. */
const place: Readonly<Record<DocumentForm['kind'], 'document' | 'signatures'>> = {
  'asic-e': 'document',
  'asic-s': 'document',
  xroad: 'document',
  pdf: 'signatures',
  cades: 'signatures',
  xades: 'signatures',
  ddoc: 'signatures',
}

interface Concluded {
  readonly conclusions: readonly SignatureConclusion[]
  readonly findings: readonly CheckResult[]
}

/**
 * Says of a service that has no trust anchors that it has none, because every signature is then without a verdict, and a reader would blame the document. X-Road
 * documents, whose trust is configured apart, have a check of their own (`decisions.md#missing-trust`).
 */
export function withMissingTrust(
  { conclusions, findings }: Concluded,
  { opened, trust }: Pick<ReadDocument, 'opened' | 'trust'>,
  { index }: Pick<ValidationContext, 'index'>,
): Concluded {
  if (trust !== 'lists' || index.snapshot.services > 0) return { conclusions, findings }
  const finding = checked('trust-missing', false)
  if (place[opened.form.kind] === 'document') return { conclusions, findings: [...findings, finding] }
  return { conclusions: conclusions.map((conclusion) => ({ ...conclusion, warnings: [...conclusion.warnings, finding] })), findings }
}
