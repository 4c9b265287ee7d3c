import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSignatureDictionaries } from '#readers/pdf'
import { writeConformanceTrust } from '../conformance/trust.mjs'
import { validate } from '../conformance/validate-sample.js'
import { open } from '../readers/pdf/reading.js'
import { PdfDraft } from '../support/pdf/draft.js'
import type { SignedFile } from './pdf-tampering.js'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))

/** Valid documents of other writers, where they are at hand: all that pass with every signature. */
export function realFiles(
  validationTime: string,
): readonly (readonly [string, { readonly make: () => SignedFile; readonly trust: string }])[] {
  const files = join(shared, 'conformance/files')
  const names = existsSync(files) ? readdirSync(files).filter((name) => name.endsWith('.pdf')) : []
  if (names.length === 0) {
    process.stderr.write('tamper oracle for PDF: 0 documents of other writers are at hand, their rows are skipped\n')
    return []
  }
  const folder = join(tmpdir(), 'allkiri-pdf-oracle')
  mkdirSync(folder, { recursive: true })
  const { ALLKIRI_TRUST } = writeConformanceTrust(join(shared, 'trust'), folder)
  const trust = relative(fixtures, ALLKIRI_TRUST)
  return names.flatMap((name) => {
    const bytes = readFileSync(join(files, name))
    const answer = validate(bytes, trust, { policy: 'POLv1', validationTime, documentType: 'PDF' })
    const verdicts = answer.kind === 'report' ? answer.report.signatures.map(({ indication }) => indication) : []
    const passes = verdicts.length > 0 && verdicts.every((indication) => indication === 'TOTAL-PASSED')
    return passes ? [[name, { trust, make: () => fileOf(bytes) }] as const] : []
  })
}

function fileOf(bytes: Buffer): SignedFile {
  const file = open(bytes)
  const newest = file.revisions.at(-1)
  const draft = new PdfDraft()
  draft.bytes = bytes
  draft.section = newest?.sections[0]?.offset ?? null
  const root = newest?.trailer.get('Root')
  if (typeof root === 'object' && root !== null && 'number' in root && typeof root.number === 'number') draft.root = root.number
  for (const number of file.numbersAt(file.revisions.length - 1)) draft.objects.set(number, '')
  const signatures = readSignatureDictionaries(file).map(({ range, contents, number }) => {
    if (range === null) throw new Error('a signature without a byte range')
    const { firstStart, firstLength, secondStart, secondLength } = range
    return { field: 0, dictionary: number ?? 0, contents, ranges: [firstStart, firstLength, secondStart, secondLength] as const }
  })
  return { bytes, draft, signatures }
}
