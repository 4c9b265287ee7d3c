import { describe, expect, it } from 'vitest'
import { openPdfFile } from '#readers/pdf'
import { plain, plainDraft } from '../../support/pdf/plain-document.js'
import { writeValue } from '../../support/pdf/write-value.js'
import { open, pdfLimits } from './reading.js'

describe('revisions', () => {
  it('reads an object of a PDF file as each revision holds it, from a table and from a stream', () => {
    const draft = plainDraft()
    draft.update({ [plain.content]: '(second)' }, { stream: true, packed: [plain.content] })
    draft.update({ [plain.content]: '(third)' })
    const { revisions, rebuiltBecause } = open(draft)
    expect(rebuiltBecause).toBeNull()
    expect(revisions.map((revision) => writeValue(revision.object(plain.content)).slice(0, 16))).toEqual([
      '<</Length 51>> s',
      `<${Buffer.from('second').toString('hex')}>`,
      `<${Buffer.from('third').toString('hex')}>`,
    ])
    expect(revisions.map(({ irregularities }) => irregularities)).toEqual([[], [], []])
    expect(revisions.at(-1)?.paddedEnd).toBe(draft.bytes.length)
  })

  it('reads positions of eight octets in a PDF file, and no number that is larger than any file', () => {
    const draft = plainDraft().update({ [plain.content]: '(second)' }, { stream: true, positionBytes: 8 })
    const { revisions, rebuiltBecause } = open(draft)
    expect(rebuiltBecause).toBeNull()
    expect(revisions.map(({ irregularities }) => irregularities)).toEqual([[], []])
    expect(writeValue(revisions[1]?.object(plain.content) ?? null)).toBe(`<${Buffer.from('second').toString('hex')}>`)
    // Read as one number, the kind in front of a position is beyond the six octets that count.
    const large = plainDraft().update({ 30: '(large)' }, { stream: true })
    large.bytes = Buffer.from(large.bytes.toString('latin1').replace('/W [1 4 2]', '/W [0 7 0]'), 'latin1')
    expect(open(large).rebuiltBecause?.message).toContain('larger than any file')
  })

  it('reports an entry of an unknown kind in a cross-reference stream', () => {
    const { bytes, section } = plainDraft()
    const written = (kind: number) => {
      const rows = `01${bytes.length.toString(16).padStart(8, '0')}00 0${kind}0000000000>`
      const trailer = `/Size 41 /Root 1 0 R /Prev ${section} /Filter /ASCIIHexDecode /Length ${rows.length}`
      const text = `30 0 obj\n<< /Type /XRef /W [1 4 1] /Index [30 1 40 1] ${trailer} >>\nstream\n${rows}\nendstream\nendobj\n`
      return Buffer.concat([bytes, Buffer.from(`${text}startxref\n${bytes.length}\n%%EOF\n`)])
    }
    expect([0, 3].map((kind) => open(written(kind)).revisions[1]?.irregularities)).toEqual([[], ['stream-shape']])
  })

  it('ends a revision of a PDF file after its %%EOF with any end of line', () => {
    for (const end of ['', '\r', '\n', '\r\n']) {
      const first = plainDraft()
      const text = first.bytes.toString('latin1').replace(/\n$/, end)
      first.bytes = Buffer.from(text, 'latin1')
      const length = first.bytes.length
      first.update({ [plain.information]: '<< /Title (Other) >>' })
      const [revision] = open(first).revisions
      expect([revision?.end, revision?.paddedEnd]).toEqual([text.lastIndexOf('%%EOF') + 5, length])
    }
  })

  it('never reads after the end of a revision of a PDF file', () => {
    const draft = plainDraft()
    const cut = draft.bytes.length
    // The table of the first revision names a place that only the second fills.
    const lying = Buffer.from(draft.bytes.toString('latin1').replace(/4 1\n\d{10}/, `4 1\n${String(cut).padStart(10, '0')}`), 'latin1')
    draft.bytes = lying
    draft.update({ [plain.content]: '(appended)' })
    const { revisions } = open(draft)
    expect(() => revisions[0]?.object(plain.content)).toThrow(expect.objectContaining({ code: 'PDF_OBJECT' }))
    expect(writeValue(revisions[1]?.object(plain.content) ?? null)).toBe(`<${Buffer.from('appended').toString('hex')}>`)
  })

  it('reads no stream of a PDF file into the next revision', () => {
    const draft = plainDraft({ edit: (text) => text.replace(/\/Length 51/, '/Length 2000') })
    const end = draft.bytes.length
    draft.update({ 30: '(filler)' }, { edit: (text) => `${' '.repeat(2000)}endstream endobj\n${text}`, entries: () => [] })
    expect(draft.bytes.length).toBeGreaterThan(end + 2000)
    const [first] = open(draft).revisions
    expect(writeValue(first?.object(plain.content) ?? null)).toContain(Buffer.from('euros').toString('hex'))
  })

  it('frees an object of a PDF file', () => {
    const draft = plainDraft().update({ [plain.information]: null })
    const { revisions } = open(draft)
    expect(revisions.map((revision) => revision.object(plain.information) === null)).toEqual([false, true])
  })

  it('reads a linearised PDF file as one revision, and an update of it as the second', () => {
    const { bytes, firstSection } = linearised()
    const draft = Object.assign(plainDraft(), { bytes, section: firstSection })
    draft.objects.set(99, '')
    draft.update({ [plain.information]: '<< /Title (Other) >>' })
    const { revisions, rebuiltBecause } = open(draft)
    expect(rebuiltBecause).toBeNull()
    expect(revisions.map(({ sections, irregularities }) => [sections.length, irregularities.length])).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect(revisions[0]?.paddedEnd).toBe(bytes.length)
  })

  it.each([
    ['an entry of 19 bytes', (text: string) => text.replace(/ \n(?=0|t|\d+ 1\n)/g, '\n'), 'entry-length'],
    ['octets behind the end', (text: string) => `${text}9 0 obj (more) endobj`, 'bytes-behind-end'],
    ['a second startxref', (text: string) => `${text}startxref\n${/startxref\n(\d+)/.exec(text)?.[1]}\n%%EOF\n`, 'stray-end-marker'],
    ['no %%EOF', (text: string) => text.replace('%%EOF', ''), 'no-end-marker'],
  ])('tells about the cross-reference of a PDF file %s', (_, change, irregularity) => {
    const { revisions } = open(change(plainDraft().bytes.toString('latin1')))
    expect(revisions.at(-1)?.irregularities).toContain(irregularity)
  })

  it('reports an object number that occurs twice in a section of a PDF file', () => {
    const draft = plainDraft().update(
      { [plain.information]: '<< >>' },
      { entries: (entries) => [...entries, ...entries.map((entry) => ({ ...entry, offset: 15 }))] },
    )
    expect(open(draft).revisions[1]?.irregularities).toContain('repeated-entry')
  })

  it('reads the hidden objects of a hybrid PDF file, and a later table that copies its stream', () => {
    const draft = plainDraft()
    const hidden = draft.next
    draft.update({ [hidden]: '(hidden)' }, { stream: true })
    const section = draft.section ?? 0
    draft.update({ 40: '(shown)' }, { trailer: `/XRefStm ${section}`, previous: String(findSection(draft.bytes, 0)) })
    expect(writeValue(open(draft).revisions.at(-1)?.object(hidden) ?? null)).toBe(`<${Buffer.from('hidden').toString('hex')}>`)
    draft.update({ [hidden]: '(other)' }, { trailer: `/XRefStm ${section}` })
    expect(open(draft).revisions.at(-1)?.irregularities).toEqual([])
    expect(writeValue(open(draft).revisions.at(-1)?.object(hidden) ?? null)).toBe(`<${Buffer.from('other').toString('hex')}>`)
  })

  it('reports a PDF file with updates that claims to be linearised with its present length', () => {
    const draft = plainDraft({ header: '%PDF-1.7\n99 0 obj\n<< /Linearized 1 /L 0000000000 >>\nendobj\n' })
    const whole = (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace('/L 0000000000', `/L ${String(bytes.length).padStart(10, '0')}`), 'latin1')
    expect(open(whole(draft.bytes)).revisions.at(-1)?.irregularities).toEqual([])
    draft.update({ [plain.information]: '<< >>' })
    expect(open(draft).revisions.at(-1)?.irregularities).toEqual([])
    expect(open(whole(draft.bytes)).revisions.at(-1)?.irregularities).toEqual(['linearised-with-updates'])
  })

  it.each([
    ['in a stream', '<< /Linearized 1 /L 0000000000 /Length 1 >>\nstream\nx\nendstream'],
    ['behind a null', '<< /Linearized null /Linearized 1 /L 0000000000 >>'],
    ['in a dictionary that ends late', `<< /Linearized 1 /L 0000000000 /X (\nendobj ${'x'.repeat(1_100)}) >>`],
    ['in a dictionary that cannot be read', '<< /Linearized 1 /L 0000000000 /X <xx> >>'],
  ])('reports a linearised PDF file %s', (_, dictionary) => {
    const draft = plainDraft({
      header: `%PDF-1.7\n99 0 obj\n${dictionary}\nendobj\n`,
    }).update({ [plain.information]: '<< >>' })
    const whole = draft.bytes.toString('latin1').replace('/L 0000000000', `/L ${String(draft.bytes.length).padStart(10, '0')}`)
    expect(open(Buffer.from(whole, 'latin1')).revisions.at(-1)?.irregularities).toEqual(['linearised-with-updates'])
  })

  it('reports that table and stream of a hybrid PDF file contradict each other', () => {
    const draft = plainDraft()
    const hidden = draft.next
    draft.update({ [hidden]: '(hidden)' }, { stream: true })
    const section = draft.section ?? 0
    draft.update({ [hidden]: '(other)' }, { trailer: `/XRefStm ${section}`, previous: String(findSection(draft.bytes, 0)) })
    expect(open(draft).revisions.at(-1)?.irregularities).toContain('hybrid-contradiction')
  })

  it('ignores sections of a PDF file that nothing leads to', () => {
    const draft = plainDraft()
    const before = draft.bytes
    draft.update({ [plain.content]: '(hidden)' })
    const lost = Buffer.concat([draft.bytes, before.subarray(before.lastIndexOf('startxref'))])
    const last = open(lost).revisions.at(-1)
    expect(last?.irregularities).toContain('stray-end-marker')
  })
})

describe('a chain that is broken', () => {
  const cases: readonly (readonly [string, () => Buffer])[] = [
    ['no startxref', () => edited((text) => text.replace('startxref', 'startxxxx'))],
    ['a position outside of the file', () => edited((text) => text.replace(/startxref\n\d+/, 'startxref\n999999'))],
    ['Prev 0', () => plainDraft().update({ 6: '<< >>' }, { previous: '0' }).bytes],
    ['Prev that is no number', () => plainDraft().update({ 6: '<< >>' }, { previous: '/X' }).bytes],
    [
      'Prev that leads to itself',
      () => {
        const draft = plainDraft()
        return draft.update({ 6: '<< >>' }, { previous: String(draft.bytes.length + 22) }).bytes
      },
    ],
    ['no catalog', () => plainDraft().update({ 6: '<< >>' }, { root: 99 }).bytes],
  ]
  it.each(cases)('a broken chain of a PDF file is rebuilt by scanning, and reported: %s', (_, make) => {
    const file = open(make())
    expect(file.rebuiltBecause?.name).toBe('PdfError')
    expect(writeValue(file.revisions[0]?.object(plain.page) ?? null)).toContain('/Type /Page')
  })

  it('finds packed objects while a PDF file is rebuilt', () => {
    const draft = plainDraft().update({ [plain.information]: '<< /Title (Packed) >>' }, { stream: true, packed: [plain.information] })
    const file = open(edited((text) => text.replace(/startxref/g, 'nothing'), draft.bytes))
    expect(file.rebuiltBecause).not.toBeNull()
    expect(writeValue(file.revisions[0]?.object(plain.information) ?? null)).toContain(Buffer.from('Packed').toString('hex'))
  })

  it('finds the last of more trailers of a PDF file than a call may have arguments', () => {
    const body = plainDraft()
      .bytes.toString('latin1')
      .replace(/startxref/g, 'nothing')
    const file = open(`${body}\n${'trailer<</Root 1 0 R>>'.repeat(520_000)}`)
    expect(file.rebuiltBecause?.code).toBe('PDF_NO_CROSS_REFERENCE')
    expect(writeValue(file.revisions[0]?.catalog ?? null)).toContain('/Type /Catalog')
  })

  it.each([
    ['nothing', ''],
    ['garbage before the header', `\n${plainDraft().bytes.toString('latin1')}`],
    ['a text', 'startxref 5 %%EOF'],
  ])('refuses a PDF file with a broken chain: %s', (_, text) => {
    expect(() => open(text)).toThrow(expect.objectContaining({ code: 'PDF_HEADER' }))
  })

  it('refuses a PDF file in which nothing is found', () => {
    expect(() => open('%PDF-1.7\nnothing here')).toThrow(expect.objectContaining({ code: 'PDF_NO_CROSS_REFERENCE', limit: false }))
  })
})

describe('bounds', () => {
  const withLimit = (limit: Partial<typeof pdfLimits>, bytes: Buffer) => () => openPdfFile(bytes, { ...pdfLimits, ...limit })
  it('counts sections, objects and values of a PDF file', () => {
    const draft = plainDraft()
    for (let i = 0; i < 5; i++) draft.update({ 6: `<< /N ${i} >>` })
    expect(withLimit({ maxRevisions: 5 }, draft.bytes)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_REVISIONS', limit: true }))
    expect(withLimit({ maxObjects: 5 }, draft.bytes)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_OBJECTS', limit: true }))
    expect(withLimit({ maxValues: 20 }, draft.bytes)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_VALUES', limit: true }))
    expect(withLimit({ maxRevisions: 6 }, draft.bytes)).not.toThrow()
  })

  it.each([
    ['strings', '1 0 obj ('],
    ['hexadecimal strings', '1 0 obj <a'],
    ['comments', '1 0 obj %'],
    ['streams', '1 0 obj <<>> stream '],
  ])('counts what is searched in a PDF file for the end of %s that have none', (_, unended) => {
    const bytes = Buffer.from(`%PDF-1.7\n${unended.repeat(5_000)}`)
    expect(withLimit({ maxValues: 100_000 }, bytes)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_VALUES', limit: true }))
  })

  it('does not believe a table of a PDF file that states a million entries', () => {
    const text = plainDraft().bytes.toString('latin1').replace('0 1\n', '0 1000000\n')
    expect(() => open(text)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_OBJECTS' }))
  })
})

function edited(change: (text: string) => string, bytes = plainDraft().bytes): Buffer {
  return Buffer.from(change(bytes.toString('latin1')), 'latin1')
}

function findSection(bytes: Buffer, index: number): number {
  return Number([...bytes.toString('latin1').matchAll(/startxref\n(\d+)/g)][index]?.[1])
}

/** Two sections: the one of the first page stands before the objects, the main one behind them (annex F). */
function linearised(): { bytes: Buffer; firstSection: number } {
  const objects = ['<< /Linearized 1 >>', ...[...plainDraft().objects.values()]]
  const header = '%PDF-1.7\n'
  const first = `${objects.length} 0 obj\n${objects[0]}\nendobj\n`
  const firstSection = header.length + first.length
  const frame = (main: string) =>
    `xref\n${objects.length} 1\n${String(header.length).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 8 /Root 1 0 R /Prev ${main} >>\nstartxref\n0\n%%EOF\n`
  let body = header + first + frame('0000000000')
  const entries = objects.slice(1).map((text, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${text}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const main = body.length
  body = body.replace('/Prev 0000000000', `/Prev ${String(main).padStart(10, '0')}`)
  body += `xref\n0 ${objects.length}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${objects.length} >>\nstartxref\n${firstSection}\n%%EOF\n`
  return { bytes: Buffer.from(body, 'latin1'), firstSection }
}
