import { deflateSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { judgeRevisions, type PdfFile, PdfStream, readSignatureDictionaries } from '#readers/pdf'
import { PdfBudget } from '../../../src/readers/pdf/pdf-limits.js'
import { PdfRevision } from '../../../src/readers/pdf/pdf-revision.js'
import { Cursor } from '../../../src/readers/pdf/syntax/cursor.js'
import { dictionaryOf, isArray, PdfString } from '../../../src/readers/pdf/syntax/values.js'
import { type PdfDraft, streamText } from '../../support/pdf/draft.js'
import { plain, plainDraft } from '../../support/pdf/plain-document.js'
import { addFieldSignature } from '../../support/pdf/signature.js'
import { open, pdfLimits } from './reading.js'

function signed(draft: PdfDraft, entries = ''): PdfDraft {
  addFieldSignature(draft, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64, entries })
  return draft
}

function contentOf(dictionary: string, data: Buffer): Buffer {
  const revision = open(plainDraft().update({ 30: streamText(dictionary, data) })).revisions.at(-1)
  const stream = revision?.object(30)
  if (!(stream instanceof PdfStream) || revision === undefined) throw new Error('no stream')
  return revision.contentOf(stream)
}

describe('bounds of one file', () => {
  it('a PDF file is refused beyond the bound: filters of a stream', () => {
    const packed = (times: number) => {
      let data = Buffer.from('text')
      for (let time = 0; time < times; time++) data = Buffer.from(`${data.toString('hex')}>`)
      return contentOf(`/Filter [${'/ASCIIHexDecode '.repeat(times)}]`, data)
    }
    expect(packed(pdfLimits.maxFilters).toString()).toBe('text')
    const refused = expect.objectContaining({ code: 'PDF_FILTER', message: expect.stringContaining('more than 8 filters') })
    expect(() => packed(pdfLimits.maxFilters + 1)).toThrow(refused)
  })

  it('a PDF file is refused beyond the bound: octets of a text, and characters of the name of a field below others', () => {
    const [above, below, reason] = ['a'.repeat(20), 'b'.repeat(20), 'c'.repeat(60)]
    const signedWith = (entries: string) => {
      const form = { 40: `<< /T (${above}) /Kids [41 0 R] >>`, 41: `<< /T (${below}) /FT /Tx /Parent 40 0 R >>` }
      const draft = signed(plainDraft({ form: true }).update(form), entries)
      return draft.update({ [draft.root]: draft.object(draft.root).replace('/Fields [', '/Fields [40 0 R ') })
    }
    const reasons = (draft: PdfDraft, maxTextBytes: number) =>
      readSignatureDictionaries(open(draft, { maxTextBytes })).map((signature) => signature.reason)
    const tooLong = (message: string) => expect.objectContaining({ code: 'PDF_LIMIT_TEXT', limit: true, message })
    const keyed = (length: number) => open(plainDraft().update({ 40: `<< /${'k'.repeat(length)} 1 >>` }), { maxTextBytes: 50 })
    expect(keyed(50).revisions.at(-1)?.object(40)).toBeDefined()
    expect(() => keyed(51).revisions.at(-1)?.object(40)).toThrow(tooLong('a name of more than 50 octets'))
    const [plainOne, reasoned] = [signedWith(''), signedWith(`/Reason (${reason})`)]
    expect(reasons(plainOne, 41)).toEqual([null])
    expect(() => reasons(plainOne, 40)).toThrow(tooLong('a field whose name has more than 40 characters'))
    const names = (maxFieldNameCharacters: number) => readSignatureDictionaries(open(plainOne, { maxFieldNameCharacters })).length
    expect(names(1_000)).toBe(1)
    expect(() => names(above.length + below.length)).toThrow(tooLong('form fields whose names have more than 40 characters'))
    expect(reasons(reasoned, 60)).toEqual([reason])
    expect(() => reasons(reasoned, 59)).toThrow(tooLong('a text of more than 59 octets'))
  })

  it('a PDF file is refused beyond the bound: octets of a row', () => {
    const rows = (columns: number) =>
      contentOf(
        `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${columns} >>`,
        deflateSync(Buffer.alloc(2 * (pdfLimits.maxRowBytes + 1))),
      )
    expect(rows(pdfLimits.maxRowBytes)).toHaveLength(2 * pdfLimits.maxRowBytes)
    expect(() => rows(pdfLimits.maxRowBytes + 1)).toThrow(expect.objectContaining({ code: 'PDF_FILTER' }))
  })

  it('a PDF file is refused beyond the bound: references from one to the next', () => {
    const chain = (steps: number) => {
      const links = Array.from({ length: steps }, (_, step) => [40 + step, step === steps - 1 ? '(end)' : `${41 + step} 0 R`])
      const newest = open(plainDraft({ catalog: '/Chain 40 0 R' }).update(Object.fromEntries(links))).revisions.at(-1)
      return newest?.resolve(newest.catalog.get('Chain'))
    }
    expect(chain(pdfLimits.maxReferenceSteps)).not.toBeNull()
    expect(() => chain(pdfLimits.maxReferenceSteps + 1)).toThrow(expect.objectContaining({ code: 'PDF_REFERENCE_LOOP' }))
  })

  it('a PDF file is refused beyond the bound: object streams that are needed to unpack one another', () => {
    /** The filter of each stream is packed in the next one, and that of the last one is `last`. */
    const chain = (streams: number, last: string) => {
      const draft = plainDraft()
      // The streams themselves get the numbers between.
      const numberOf = (step: number) => 100 + 5 * step
      for (let step = 0; step < streams; step++) {
        const filter = step === streams - 1 ? last : `${numberOf(step + 1)} 0 R`
        draft.update(
          { [numberOf(step)]: '/FlateDecode' },
          { stream: true, packed: [numberOf(step)], edit: (text) => text.replace('/Filter /FlateDecode', `/Filter ${filter}`) },
        )
      }
      return open(draft).revisions.at(-1)?.object(numberOf(0))
    }
    const refused = expect.objectContaining({ code: 'PDF_OBJECT_STREAM', message: expect.stringContaining('cannot be unpacked') })
    expect(chain(pdfLimits.maxReferenceSteps, '/FlateDecode')).toEqual(chain(1, '/FlateDecode'))
    expect(() => chain(pdfLimits.maxReferenceSteps + 1, '/FlateDecode')).toThrow(refused)
    expect(() => chain(1, '100 0 R')).toThrow(refused)
    expect(() => chain(2, '100 0 R')).toThrow(refused)
  })

  it('a PDF file is bounded in octets of an unreadable object that are searched: with more, every object counts as used by it', () => {
    const draft = signed(plainDraft().update({ 40: `<< /broken ${'x'.repeat(500)}` }))
    draft.update({ 60: '<< /Added true >>' })
    const unexplained = (maxSearchedBytes: number) => {
      const file = open(draft, { maxSearchedBytes })
      const [first] = readSignatureDictionaries(file)
      return judgeRevisions(file, first?.coveredRevision ?? 0).flatMap(({ rule, description }) => (rule === null ? [description] : []))
    }
    const length = (/40 0 obj[\s\S]*?endobj\n/.exec(draft.bytes.toString('latin1'))?.[0] ?? '').length
    expect(unexplained(length + 2_000)).toEqual([])
    expect(unexplained(length - 1)).toEqual([expect.stringContaining('cannot be read may refer to it')])
  })

  it('octets of unreadable objects of a PDF file are searched once, however many entries lead to them', () => {
    const broken = '<< /broken 4 0 R'
    const draft = plainDraft().update({ 40: broken, 41: streamText('/Type /ObjStm /N 1 /First 6', `9 0   ${broken}`) })
    const offset = draft.bytes.lastIndexOf('40 0 obj')
    const entries = Array.from({ length: 50 }, (_, index) => ({ number: 100 + index, offset }))
    const packed = Array.from({ length: 50 }, (_, index) => ({ number: 200 + index, offset: 0, packedIn: { stream: 41, index: 0 } }))
    draft.update({ 90: '<< >>' }, { stream: true, entries: (all) => [...all, ...entries, ...packed] })
    const file = open(signed(draft).update({ 4: streamText('', 'other') }))
    const searches = [vi.spyOn(file, 'textOfObject'), vi.spyOn(file, 'textOfContainer')]
    expect(judgeRevisions(file, 3).find(({ object }) => object === 4)?.rule).toBeNull()
    expect(searches.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('objects of a PDF file that cannot be read count as several values, in each revision anew', () => {
    const draft = signed(plainDraft().update(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [100 + index, '<< /x']))))
    for (let title = 0; title < 50; title++) draft.update({ [plain.information]: `<< /Title (${title}) >>` })
    const judge = (maxValues: number) => judgeRevisions(open(draft, { maxValues }), 2)
    expect(judge(200_000).length).toBeGreaterThan(0)
    expect(() => judge(100 * 50 * 16)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_VALUES' }))
  })

  it('octets of a text of a PDF file that programs decode in different ways are searched once', () => {
    const draft = plainDraft()
    const page = draft.object(3).replace('/Type /Page', `/Type /Page /Other (\r${'x '.repeat(5_000)} 60 0 R)`)
    signed(draft.update({ 3: page }))
    for (let version = 0; version < 5; version++) draft.update({ 5: `<< /Type /Font /Version ${version} >>` })
    draft.update({ 61: '<< /Added true >>' })
    const judged = (maxSearchedBytes: number) => {
      const file = open(draft, { maxSearchedBytes })
      const text = dictionaryOf(file.revisions.at(-1)?.object(3) ?? null)?.get('Other') ?? null
      if (!(text instanceof PdfString) || text.unclear === null) throw new Error('no text')
      const search = vi.spyOn(text.unclear, 'toString')
      const rule = judgeRevisions(file, 2).find(({ object }) => object === 61)?.rule
      return { rule, searches: search.mock.calls.length, values: file.budget.values }
    }
    const [searched, tooLong] = [judged(20_000), judged(5_000)]
    expect(searched).toMatchObject({ rule: 'unreferenced-object', searches: 1 })
    expect(tooLong).toMatchObject({ rule: null, searches: 0 })
    expect(searched.values - tooLong.values).toBeGreaterThan(600)
  })

  it('a PDF file is refused beyond the bound: numbers of the header of an object stream', () => {
    const numbers = (count: number) =>
      new Cursor(Buffer.from('1 '.repeat(100)), 0, 200, new PdfBudget({ ...pdfLimits, maxValues: 50 })).takeNaturalNumbers(count)
    expect(numbers(50)).toHaveLength(50)
    expect(() => numbers(51)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_VALUES' }))
  })

  it('a PDF file is refused beyond the bound: octets of an object stream with an unreadable object that are searched', () => {
    const broken = `<< /broken ) ${'x '.repeat(500)}`
    const container = streamText('/Type /ObjStm /N 1 /First 5', `40 0 ${broken}`)
    const draft = signed(plainDraft())
    draft.update({ 40: '<< /A 1 >>' }, { stream: true, packed: [40], edit: () => `41 0 obj\n${container}\nendobj\n` })
    draft.update({ 60: '<< /Added true >>' })
    const unexplained = (maxSearchedBytes: number) => {
      const file = open(draft, { maxSearchedBytes })
      const [first] = readSignatureDictionaries(file)
      return judgeRevisions(file, first?.coveredRevision ?? 0).flatMap(({ rule, description }) => (rule === null ? [description] : []))
    }
    expect(unexplained(2_000)).not.toContainEqual(expect.stringContaining('cannot be read may refer to it'))
    expect(unexplained(broken.length)).toContainEqual(expect.stringContaining('cannot be read may refer to it'))
  })

  it('a PDF file is refused beyond the bound: values within each other that a comparison follows', () => {
    const draft = signed(
      plainDraft().update({ 40: '<< /Name /Same >>', 41: '<< /Name /Same >>' }),
      '/Prop_Build << /App << /X 40 0 R >> >>',
    )
    const [number = '', written = ''] = /(\d+) 0 obj\n(<<(?:(?!endobj)[\s\S])*?Prop_Build[\s\S]*?>>)\nendobj/
      .exec(draft.bytes.toString('latin1'))
      ?.slice(1) ?? ['']
    draft.update({ [Number(number)]: written.replace('40 0 R', '41 0 R') })
    const redefined = (maxComparedDepth: number) => readSignatureDictionaries(open(draft, { maxComparedDepth }))[0]?.redefinedKeys
    expect(redefined(2)).toEqual([])
    expect(redefined(1)).toEqual(['Prop_Build'])
  })
})

describe('what many places of one file share', () => {
  const times = 400
  const manyObjects = (count: number, first: number, text: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [first + index, text(index)]))
  const each = (first: number, text: (index: number) => string) => manyObjects(times, first, text)
  const manyReferences = (count: number) => Array.from({ length: count }, (_, index) => `${1000 + index} 0 R`).join(' ')
  const references = manyReferences(times)
  const form = (fields: string, rest = '') => ({ catalog: `/AcroForm << /Fields [${fields}] ${rest} >>` })
  const entries = (count: number, value: string) => Array.from({ length: count }, (_, key) => `/Key${key} ${value}`).join(' ')
  const fill = (draft: PdfDraft, versions = 1) => {
    for (let version = 0; version < versions; version++) draft.update({ 6: `<< /Title (Changed ${version}) >>` })
    return draft
  }

  /** Files of so many parts, each of which leads to as many others or is read in as many versions. */
  const sharing: Readonly<Record<string, (count: number) => PdfDraft>> = {
    'a list of fields': (count) =>
      signed(
        plainDraft(form(manyReferences(count))).update({
          ...manyObjects(count, 1000, () => '<< /T (a) /FT /Tx /Kids 900 0 R >>'),
          900: `[${'901 0 R '.repeat(8 * count)}]`,
          901: '<< /T (b) >>',
        }),
      ),
    'a list of pages': (count) => {
      const list = `[${manyReferences(count)} ${'1000 0 R '.repeat(16 * count)}]`
      const draft = plainDraft().update({ ...manyObjects(count, 1000, () => '<< /Kids 900 0 R >>'), 900: list })
      signed(draft.update({ 2: '<< /Type /Pages /Kids [3 0 R 900 0 R 1000 0 R] >>' }))
      const page = draft.object(3).replace('/Type /Page', '/Type /Page /Annots [800 0 R]')
      return draft.update({ 3: page, 800: '<< /Type /Annot /Subtype /Text /Rect [0 0 1 1] >>' })
    },
    'parameters of references of a signature': (count) =>
      signed(
        plainDraft().update({
          900: `[${'901 0 R '.repeat(count)}]`,
          901: '<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields 902 0 R >> >>',
          902: `[${'(a) '.repeat(count)}]`,
        }),
        '/Reference 900 0 R',
      ),
    'the place of a signature': (count) => {
      const text = `<${'30'.repeat(100 * count)}>`
      const draft = plainDraft(form(manyReferences(count))).update({ 900: text })
      const start = draft.bytes.lastIndexOf(text)
      const value = `<< /ByteRange [0 ${start} ${start + text.length} 10] /Contents <3001> >>`
      const fields = manyObjects(count, 1000, (index) => `<< /T (${index}) /FT /Sig /V ${2000 + index} 0 R >>`)
      return signed(draft.update({ ...fields, ...manyObjects(count, 2000, () => value) }))
    },
    'a byte range': (count) =>
      signed(
        plainDraft(form(manyReferences(count))).update({
          ...manyObjects(count, 1000, (index) => `<< /T (${index}) /FT /Sig /V ${2000 + index} 0 R >>`),
          ...manyObjects(count, 2000, () => '<< /ByteRange 900 0 R /Contents <3001> >>'),
          900: `[${'1 '.repeat(32 * count)}]`,
        }),
      ),
    'resources of pages, in another object': (count) => {
      const pages = (resources: number) => manyObjects(count, 1000, () => `<< /Type /Page /Parent 2 0 R /Resources ${resources} 0 R >>`)
      const list = `[${'1 '.repeat(8 * count)}]`
      const draft = plainDraft().update({ ...pages(900), 900: list, 901: list })
      return signed(draft.update({ 2: `<< /Type /Pages /Kids [3 0 R ${manyReferences(count)}] /Count ${count + 1} >>` })).update(pages(901))
    },
    'streams of pages, in another object': (count) => {
      const pages = (stream: number) => manyObjects(count, 1000, () => `<< /Type /Page /Parent 2 0 R /PieceInfo ${stream} 0 R >>`)
      const stream = streamText('', 'x'.repeat(8_192 * count))
      const draft = plainDraft().update({ ...pages(900), 900: stream, 901: stream })
      return signed(draft.update({ 2: `<< /Type /Pages /Kids [3 0 R ${manyReferences(count)}] /Count ${count + 1} >>` })).update(pages(901))
    },
    'octets that cannot be read': (count) => {
      const draft = plainDraft().update({ 900: `<< /broken ${manyReferences(count)}` })
      const offset = draft.bytes.lastIndexOf('900 0 obj')
      const places = Array.from({ length: count }, (_, index) => ({ number: 2000 + index, offset }))
      return fill(signed(draft.update({ 901: '<< >>' }, { stream: true, entries: (all) => [...all, ...places] })))
    },
    'fields above others': (count) => {
      const field = (index: number) => `<< /T (${index}) /FT /Tx /Rect [0 0 1 1] /V (a) /Parent 3000 0 R >>`
      const above = manyObjects(0.4 * count, 3000, (index) => `<< /Parent ${3001 + index} 0 R >>`)
      const draft = plainDraft(form(manyReferences(count), '/DR << >>')).update({ ...manyObjects(count, 1000, field), ...above })
      return signed(draft).update({ 1: draft.object(1).replace('/DR << >>', '/DR << /ColorSpace << >> >>') })
    },
    'a default appearance, in each version': (count) => {
      const field = '<< /T (a) /FT /Tx /V (a) /Rect [0 0 1 1] /DA 900 0 R >>'
      const draft = signed(
        plainDraft(form('1000 0 R', '/DR 800 0 R')).update({ 1000: field, 900: `(${'x'.repeat(64 * count)})`, 800: '<< >>' }),
      )
      for (let version = 0; version < count; version++)
        draft.update({ 800: `<< /XObject << /P ${5000 + version} 0 R >> >>`, [5000 + version]: streamText('/Subtype /Image', '') })
      return draft
    },
    'values of a repeated key of a field above others': (count) => {
      const field = (index: number) => `<< /T (${index}) /FT /Tx /Rect [0 0 1 1] /V (a) /Parent 900 0 R >>`
      const draft = plainDraft(form(manyReferences(count), '/DA (/F1 9 Tf)')).update({
        ...manyObjects(count, 1000, field),
        900: `<< ${Array.from({ length: 16 * count }, (_, index) => `/DA (${index})`).join(' ')} >>`,
      })
      return signed(draft).update({ 1: draft.object(1).replace('9 Tf', '8 Tf') })
    },
    'states of appearances of new fields': (count) => {
      const draft = signed(plainDraft(form('')))
      const states = Array.from({ length: count }, (_, index) => `/S${index} 901 0 R`).join(' ')
      return draft.update({
        ...manyObjects(count, 1000, (index) => `<< /T (${index}) /FT /Sig /Rect [0 0 0 0] /AP << /N 900 0 R >> >>`),
        1: draft.object(1).replace('/Fields [', `/Fields [${manyReferences(count)} `),
        900: `<< ${states} >>`,
        901: streamText('/BBox [0 0 9 9]', 'q'),
      })
    },
    'words of an appearance of new fields': (count) => {
      const draft = signed(plainDraft(form('')))
      return draft.update({
        ...manyObjects(count, 1000, (index) => `<< /T (${index}) /FT /Sig /Rect [0 0 0 0] /AP << /N 901 0 R >> >>`),
        1: draft.object(1).replace('/Fields [', `/Fields [${manyReferences(count)} `),
        901: streamText('/BBox [0 0 9 9]', 'q '.repeat(40 * count)),
      })
    },
    'resources of a form': (count) => {
      const draft = plainDraft(form('800 0 R', '/DR 801 0 R')).update({
        800: '<< /T (a) /FT /Tx /Rect [0 0 1 1] /V (a) >>',
        801: `<< ${entries(count, '900 0 R')} >>`,
        900: `[${'1 '.repeat(8 * count)}]`,
      })
      return signed(draft).update({ 801: `<< ${entries(count, '900 0 R')} /Font << >> >>` })
    },
    'keys under which a list of fields is used': (count) => {
      const fields = (value: string) => manyObjects(count, 1000, (index) => `<< /T (${index}) /FT /Tx /V (${value}) >>`)
      const draft = plainDraft(form(manyReferences(count), '/Other 900 0 R')).update({
        ...fields('a'),
        900: `<< ${entries(8 * count, '901 0 R')} >>`,
        901: `[${manyReferences(count)}]`,
      })
      return signed(draft).update(fields('b'))
    },
    'references among objects, in versions that change what is signed': (count) => {
      const draft = plainDraft().update({ 900: `[${manyReferences(10 * count)}]` })
      signed(draft.update({ 3: draft.object(3).replace('/Type /Page', '/Type /Page /PieceInfo 900 0 R') }))
      for (let version = 0; version < count; version++) draft.update({ 5: `<< /Type /Font /Version ${version} >>` })
      return draft
    },
    'an object that changes in each version': (count) => {
      const draft = signed(plainDraft().update({ ...manyObjects(count, 1000, () => '[900 0 R]'), 900: '0' }))
      for (let version = 0; version < count; version++) draft.update({ 900: String(version) })
      return draft
    },
    'fields, in each version': (count) =>
      fill(signed(plainDraft(form(manyReferences(count))).update(manyObjects(count, 1000, () => '<< >>'))), count),
    'entries of the catalog, in each version': (count) => fill(signed(plainDraft({ catalog: entries(10 * count, 'true') })), count),
    'entries of the form, in each version': (count) => fill(signed(plainDraft(form('', entries(10 * count, 'true')))), count),
    'streams that do not end with their version': (count) =>
      fill(signed(plainDraft().update(manyObjects(count, 1000, () => '<< /Length 9999999 >>\nstream\n\nendstream'))), count),
  }

  function judge(file: PdfFile): number {
    judgeRevisions(file, readSignatureDictionaries(file).at(-1)?.coveredRevision ?? 0)
    return file.budget.values
  }

  it.each(Object.entries(sharing))('what many places of one PDF file share counts each time: %s', (_, make) => {
    const [some, twice] = [make(100), make(200)]
    const values = judge(open(twice))
    // Twice as many parts count nearly four times, not twice.
    expect(values).toBeGreaterThan(3 * judge(open(some)))
    expect(() => judge(open(twice, { maxValues: values - 1 }))).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_VALUES', limit: true }))
  })

  it.each([
    ['states of appearances of new fields', 6 * 200 * 200],
    ['words of an appearance of new fields', 17 * 200 * 200],
  ])('what many places of one PDF file share counts as much as the time that it takes: %s', (name, values) => {
    expect(judge(open(sharing[name]?.(200) ?? plainDraft()))).toBeGreaterThan(values)
  })

  it('a text of a PDF file counts its octets each time that it is kept', () => {
    const valuesWith = (octets: number) => {
      const parameters = '<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields 902 0 R >> >>'
      const names = { 902: `[${'903 0 R '.repeat(times)}]`, 903: `(${'a'.repeat(octets)})` }
      return judge(open(signed(plainDraft().update({ 900: `[${parameters}]`, ...names }), '/Reference 900 0 R')))
    }
    expect(valuesWith(1_000) - valuesWith(1)).toBeGreaterThan(times * 60)
  })

  it('a default appearance of a PDF file is searched once for names of fonts', () => {
    const field = (index: number) => `<< /T (${index}) /FT /Tx /V (a) /Rect [0 0 1 1] /DA 900 0 R >>`
    const draft = signed(plainDraft(form(references, '/DR << >>')).update({ ...each(1000, field), 900: '(/Helv 12 Tf)' }))
    draft.update({ 1: draft.object(1).replace('/DR << >>', '/DR << /Font << /Other 5 0 R >> >>') })
    const file = open(draft)
    const text = file.revisions.at(-2)?.object(900)
    if (!(text instanceof PdfString)) throw new Error('no string')
    const search = vi.spyOn(text.bytes, 'toString')
    judgeRevisions(file, 2)
    expect(search).toHaveBeenCalledTimes(1)
  })

  it.each(['directly', 'in a list'])('a list of annotations of a PDF file that have changed is read once: %s', (place) => {
    const annotations = (title: string) => each(1000, () => `<< /Type /Annot /Subtype /Text /Rect [0 0 1 1] /Contents (${title}) >>`)
    const page = plainDraft()
    const list = `[${references}]`
    const annots = (text: string) => ({ 3: page.object(3).replace('/Type /Page', `/Type /Page /Annots ${text}`) })
    page.update({ ...annotations('one'), ...(place === 'directly' ? annots(list) : { ...annots('900 0 R'), 900: list }) })
    addFieldSignature(page, { sign: () => Buffer.from('30020500', 'hex'), reserved: 64, page: 2 })
    const file = open(page.update(annotations('two')))
    const older = file.revisions.at(-2)
    const dictionary = dictionaryOf(older?.object(3) ?? null)
    const read = older?.resolve(dictionary?.get('Annots') ?? null) ?? null
    if (!isArray(read)) throw new Error('no list')
    const looks = [vi.spyOn(read, 'some'), vi.spyOn(read, 'every')]
    expect(new Set(judgeRevisions(file, 2).map(({ rule }) => rule))).toEqual(new Set(['annotation-redrawn']))
    expect(looks.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(20)
  })

  it('an object of a PDF file is searched once for the keys by which others are described', () => {
    const numbers = (value: number) => each(1000, () => String(value))
    const draft = plainDraft({ catalog: '/Other 900 0 R' }).update({ ...numbers(1), 900: `<< /List [${references}] >>` })
    const file = open(signed(draft).update(numbers(2)))
    const entries = dictionaryOf(file.revisions.at(-2)?.object(900) ?? null)?.entries
    if (entries === undefined) throw new Error('no dictionary')
    let searches = 0
    const all = entries[Symbol.iterator].bind(entries)
    Object.defineProperty(entries, Symbol.iterator, {
      value: () => {
        searches++
        return all()
      },
    })
    expect(new Set(judgeRevisions(file, 2).map(({ description }) => description.split(':')[0]))).toEqual(new Set(['List of object 900']))
    expect(searches).toBeLessThan(20)
  })

  it('an object of a PDF file that refers to all lists is asked once whether it is structure', () => {
    const lists = (text: string) => each(1000, () => text)
    const kept = Array.from({ length: times }, (_, index) => `/Key${index} ${1000 + index} 0 R`).join(' ')
    const draft = plainDraft({ catalog: '/StructTreeRoot 900 0 R' }).update({ ...lists('[1]'), 900: `<< /Nums [] ${kept} >>` })
    const file = open(signed(draft).update(lists('[1 2]')))
    const entries = dictionaryOf(file.revisions.at(-2)?.object(900) ?? null)?.entries
    if (entries === undefined) throw new Error('no dictionary')
    const asked = vi.spyOn(entries, 'keys')
    judgeRevisions(file, 2)
    expect(asked.mock.calls.length).toBeLessThan(20)
  })

  it('the entries of a tree of the structure of a PDF file are read only where it has changed', () => {
    const root = (next: number) => ({ 900: `<< /Type /StructTreeRoot /ParentTree 901 0 R /ParentTreeNextKey ${next} >>` })
    const draft = plainDraft({ catalog: '/StructTreeRoot 900 0 R' }).update({ ...root(1), 901: '<< /Nums [0 [null]] >>' })
    const file = open(signed(draft).update(root(2)))
    const entries = dictionaryOf(file.revisions.at(-1)?.object(901) ?? null)
    if (entries === null) throw new Error('no dictionary')
    const read = vi.spyOn(entries, 'get')
    expect(judgeRevisions(file, 2).map(({ rule }) => rule)).toEqual(['structure-tree'])
    expect(read).not.toHaveBeenCalled()
  })

  it('a new element of the structure of a PDF file is compared once', () => {
    const levels = Array.from({ length: 6 }, (_, level) => [1000 + level, `<< /S /Form /K [${`${1001 + level} 0 R `.repeat(50)}] >>`])
    const root = (kids: string) => ({ 900: `<< /Type /StructTreeRoot /K [${kids}] >>` })
    const file = open(
      signed(plainDraft({ catalog: '/StructTreeRoot 900 0 R' }).update(root(''))).update({
        ...root('1000 0 R'),
        ...Object.fromEntries(levels),
        1006: '<< /S /Form >>',
      }),
    )
    const last = dictionaryOf(file.revisions.at(-1)?.object(1006) ?? null)
    if (last === null) throw new Error('no dictionary')
    const read = vi.spyOn(last, 'get')
    expect(new Set(judgeRevisions(file, 2).map(({ rule }) => rule))).toEqual(new Set(['structure-tree']))
    expect(read.mock.calls.length).toBeLessThan(20)
  })

  it('reads four numbers of the area of a field of a PDF file', () => {
    const draft = plainDraft(form(references)).update({
      ...each(1000, (index) => `<< /T (${index}) /FT /Tx /Rect 900 0 R >>`),
      900: `[${'1 '.repeat(times)}]`,
    })
    const file = open(fill(signed(draft)))
    const resolve = vi.spyOn(PdfRevision.prototype, 'resolve')
    judgeRevisions(file, 2)
    const calls = resolve.mock.calls.length
    resolve.mockRestore()
    expect(calls).toBeLessThan(times * 100)
  })

  it('follows a structure of a PDF file of any depth', () => {
    const depth = 40_000
    const elements = Object.fromEntries(
      Array.from({ length: depth }, (_, index) => [1000 + index, `<< /Type /StructElem /K ${1001 + index} 0 R >>`]),
    )
    const last = (title: string) => ({ [1000 + depth]: `<< /Type /StructElem /K [${title}] >>` })
    const draft = plainDraft({ catalog: '/StructTreeRoot 900 0 R' })
    draft.update({ 900: '<< /Type /StructTreeRoot /K 1000 0 R >>', ...elements, ...last('1') }, { stream: true })
    const added = 2000 + depth
    const file = open(signed(draft).update({ ...last(`1 ${added} 0 R`), [added]: '<< /Type /StructElem /S /Form >>' }))
    expect(judgeRevisions(file, 2).map(({ rule }) => rule)).toEqual(['structure-tree', 'structure-tree'])
  })
})
