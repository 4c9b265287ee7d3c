import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSignatureDictionaries } from '#pdf'
import { writeConformanceTrust } from '../conformance/trust.mjs'
import { open } from '../pdf/reading.js'
import { PdfDraft } from '../support/pdf/draft.js'
import type { SignedFile } from './pdf-tampering.js'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))

/** Valid documents of other writers, where they are at hand. */
const names = ['PdfValidSingleSignature.pdf', 'hellopades-lt-sha512.pdf', 'pades_lt_two_valid_sig.pdf', 'pades-baseline-lta-live-aj.pdf']

export function realFiles(): readonly (readonly [string, { readonly make: () => SignedFile; readonly trust: string }])[] {
  const present = names.filter((name) => existsSync(join(shared, 'conformance/files', name)))
  if (present.length === 0) {
    process.stderr.write(`tamper oracle for PDF: ${names.length} documents of other writers are not at hand\n`)
    return []
  }
  const folder = join(tmpdir(), 'allkiri-pdf-oracle')
  mkdirSync(folder, { recursive: true })
  const { ALLKIRI_TRUST } = writeConformanceTrust(join(shared, 'trust'), folder)
  const trust = relative(fixtures, ALLKIRI_TRUST)
  return present.map((name) => [name, { trust, make: () => fileOf(readFileSync(join(shared, 'conformance/files', name))) }])
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
