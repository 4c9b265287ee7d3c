import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { assembleLists } from '../../../../src/trust/lists/list-set/assemble-lists.js'
import {
  type ListOptions,
  listMoment,
  listOfLists,
  listSigner,
  listSigners,
  manyServices,
  nationalList,
  pointerTo,
  pointerToItself,
} from '../../../support/trusted-lists/index.js'
import { text } from '../../../support/xml-text.js'
import { assemble, contextAt, file, listsIn, lotlFile, nationalFile, refusalsIn, source } from './lists-at-hand.js'

const lotl = lotlFile(listOfLists())
const ee = (changes: Parameters<typeof nationalList>[1] = {}) => nationalList('EE', changes)
const others = [nationalFile('LV', nationalList('LV')), nationalFile('FI', nationalList('FI'))]
const with1 = (...files: Parameters<typeof assemble>[0]) => assemble([lotl, ...others, ...files])
const many = (count: number, sequenceNumber: number) =>
  ee({ sequenceNumber, providers: [{ name: 'Provider', services: manyServices(count) }] })

describe('lists that fit together', () => {
  it('lists that fit together are all taken, with what they say of themselves', () => {
    const set = with1(nationalFile('EE', ee()))
    expect(refusalsIn(set)).toEqual([])
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'EE 1', 'LV 1', 'FI 1'])
    const [top, estonia] = set.lists
    expect(top).toMatchObject({ kind: 'list-of-lists', territory: 'EU', services: 3 })
    expect(set.accepted.get('list-of-lists:test')?.entries).toBe(3)
    expect(estonia).toMatchObject({
      kind: 'trusted-list',
      territory: 'EE',
      source: 'test',
      version: 6,
      issued: Date.UTC(2026, 5, 1),
      nextUpdate: Date.UTC(2026, 11, 1),
      services: 4,
      signer: createHash('sha256').update(listSigners.ee.certificate.der).digest('hex'),
    })
    expect(set.contents.flatMap(({ services }) => services.map(({ id }) => id))).toEqual([
      'EE/1/1',
      'EE/1/2',
      'EE/1/3',
      'EE/1/4',
      'LV/1/1',
      'FI/1/1',
    ])
    expect(set.contents[1]?.sources).toEqual([
      {
        id: 'EE',
        kind: 'trusted-list',
        facts: {
          territory: 'EE',
          version: 6,
          sequenceNumber: 1,
          issued: Date.parse('2026-06-01T00:00:00Z'),
          nextUpdate: Date.parse('2026-12-01T00:00:00Z'),
          digest: estonia?.digest,
          signer: estonia?.signer,
          listOfLists: 'list-of-lists:test',
        },
      },
    ])
  })

  it('lists that fit together may be gzip, and lie in a folder under any name', () => {
    const set = assemble([
      file('a.xml.gz', gzipSync(listOfLists())),
      file('b.xml', ee()),
      file('c.xml.gz', gzipSync(nationalList('LV'))),
      file('d.xml', nationalList('FI')),
    ])
    expect(refusalsIn(set)).toEqual([])
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'EE 1', 'LV 1', 'FI 1'])
  })

  it('lists that fit together give the same result in any order of the files', () => {
    const files = [file('a.xml', listOfLists()), file('b.xml', ee()), file('c.xml', nationalList('LV')), file('d.xml', nationalList('FI'))]
    expect(assemble(files.toReversed()).lists).toEqual(assemble(files).lists)
  })
})

describe('one bad list', () => {
  const bad: readonly [string, Buffer, string][] = [
    ['nothing', Buffer.alloc(0), 'LIST_EMPTY'],
    ['an HTML page', Buffer.from('<!DOCTYPE html><html><body>Service unavailable</body></html>'), 'LIST_XML'],
    ['HTML that happens to be XML', Buffer.from('<html><body>Service unavailable</body></html>'), 'LIST_ROOT'],
    ['random bytes', Buffer.from([0, 1, 2, 3, 0xff, 0xfe]), 'LIST_XML'],
    ['a truncated list', ee().subarray(0, 5_000), 'LIST_XML'],
    ['a truncated gzip', gzipSync(ee()).subarray(0, 500), 'LIST_COMPRESSION'],
    [
      'a list without a signature',
      ee({ signature: { tamper: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, '') } }),
      'LIST_SIGNATURE_MISSING',
    ],
    ['a list of a stranger', ee({ signature: { signer: listSigners.stranger } }), 'LIST_SIGNER_UNKNOWN'],
    ['an altered list', ee({ signature: { tamper: (xml) => xml.replace('granted', 'withdrawn') } }), 'LIST_SIGNATURE_INVALID'],
    [
      'a list with a relative namespace, which has no canonical form',
      ee({ signature: { tamper: (xml) => xml.replace('<tsl:TrustServiceProviderList>', '$&<r:x xmlns:r="relative"/>') } }),
      'LIST_XML',
    ],
    [
      'a list without a certificate of its signer, and with a relative namespace in what is signed',
      ee({
        signature: { keyInfo: [], tamper: (xml) => xml.replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:r="relative" r:x="">') },
      }),
      'LIST_XML',
    ],
    ['the list of another country', nationalList('LV'), 'LIST_TERRITORY'],
    ['the list of another country, signed by ours', ee({ territory: 'LV', signature: { signer: listSigners.ee } }), 'LIST_TERRITORY'],
    ['a list of lists', listOfLists({ territory: 'EE', signature: { signer: listSigners.ee } }), 'LIST_TYPE'],
    ['a list of version 3', ee({ version: 3 }), 'LIST_VERSION'],
    ['a list of version 7', ee({ version: 7 }), 'LIST_VERSION'],
    ['a list that is issued tomorrow', ee({ issued: '2026-08-02T00:00:00Z' }), 'LIST_ISSUED_LATER'],
    ['a list that is signed tomorrow', ee({ signature: { signingTime: '2026-08-02T00:00:00Z' } }), 'LIST_ISSUED_LATER'],
    [
      'a list without a sequence number',
      ee({ scheme: (children) => children.filter(({ name }) => name !== 'tsl:TSLSequenceNumber') }),
      'LIST_ELEMENT_MISSING',
    ],
    ['a list with two', ee({ scheme: (children) => [...children, text('tsl:TSLSequenceNumber', '9')] }), 'LIST_ELEMENT_REPEATED'],
    [
      'a sequence number that is none',
      ee({ scheme: (children) => children.map((c) => (c.name === 'tsl:TSLSequenceNumber' ? text(c.name, '1e3') : c)) }),
      'LIST_VALUE',
    ],
    ['an issue date that is none', ee({ issued: '2026-13-01T00:00:00Z' }), 'LIST_VALUE'],
  ]

  it.each(bad)('one bad list (%s) takes no other country away, and says why', (_, bytes, code) => {
    const set = with1(nationalFile('EE', bytes))
    expect(refusalsIn(set)).toEqual([`EE ${code}`])
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'LV 1', 'FI 1'])
    expect(set.refusals[0]?.message).toMatch(/^[A-Z].*[.)]$/s)
  })

  it.each(bad)('one bad list (%s) never replaces a good one', (_, bytes, code) => {
    const set = with1(nationalFile('EE', ee({ sequenceNumber: 5 }), 'store'), nationalFile('EE', bytes))
    expect(refusalsIn(set)).toEqual([`EE ${code}`])
    expect(listsIn(set)).toContain('EE 5')
  })

  it('a list that is missing is named', () => {
    expect(refusalsIn(with1())).toEqual(['EE LIST_MISSING'])
  })

  it('a bad list of lists leaves the one that was accepted before, and without one there is nothing', () => {
    const forged = lotlFile(listOfLists({ sequenceNumber: 11, signature: { signer: listSigners.stranger } }))
    const files = [forged, nationalFile('EE', ee()), ...others]
    const set = assemble([...files, lotlFile(listOfLists(), 'store')])
    expect(refusalsIn(set)).toEqual(['EU LIST_SIGNER_UNKNOWN'])
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'EE 1', 'LV 1', 'FI 1'])
    const nothing = assemble(files)
    expect(nothing.lists).toEqual([])
    expect(refusalsIn(nothing)).toEqual(['EU LIST_SIGNER_UNKNOWN', 'EU LIST_MISSING'])
  })
})

describe('a list that takes the place of an accepted one', () => {
  const kept = nationalFile('EE', ee({ sequenceNumber: 5 }), 'store')

  it('a list that takes the place of an accepted one is newer', () => {
    expect(listsIn(with1(kept, nationalFile('EE', ee({ sequenceNumber: 6 }))))).toContain('EE 6')
  })

  it('a list that takes the place of an accepted one is not older (EE 68 after EE 73)', () => {
    const set = with1(kept, nationalFile('EE', ee({ sequenceNumber: 4 })))
    expect(listsIn(set)).toContain('EE 5')
    expect(refusalsIn(set)).toEqual(['EE LIST_SEQUENCE'])
  })

  it('a list that takes the place of an accepted one has another number when it has another content', () => {
    const set = with1(kept, nationalFile('EE', ee({ sequenceNumber: 5, issued: '2026-07-01T00:00:00Z' })))
    expect(set.lists.find(({ id }) => id === 'EE')).toMatchObject({ issued: Date.UTC(2026, 5, 1) })
    expect(refusalsIn(set)).toEqual(['EE LIST_SEQUENCE'])
  })

  it('a list that takes the place of an accepted one is the same when it has the same bytes, packed or not', () => {
    expect(refusalsIn(with1(kept, nationalFile('EE', gzipSync(ee({ sequenceNumber: 5 })))))).toEqual([])
  })

  it('a list that takes the place of an accepted one has not lost most of its services, unless the operator accepts it', () => {
    const rich = nationalFile('EE', many(12, 5), 'store')
    const poor = nationalFile('EE', many(5, 6))
    const set = with1(rich, poor)
    expect(refusalsIn(set)).toEqual(['EE LIST_POORER'])
    expect(listsIn(set)).toContain('EE 5')
    expect(listsIn(with1(rich, nationalFile('EE', many(6, 6))))).toContain('EE 6')
    expect(listsIn(assemble([lotl, ...others, rich, poor], { mayBePoorer: new Set(['EE']) }))).toContain('EE 6')
  })

  it('a list that takes the place of an accepted one may be poorer when there was little before', () => {
    expect(listsIn(with1(nationalFile('EE', many(9, 5), 'store'), nationalFile('EE', many(1, 6))))).toContain('EE 6')
  })

  it('a list that takes the place of an accepted one is not older than what is trusted at the moment, should the store have lost that', () => {
    const accepted = new Map([['EE', { sequenceNumber: 7, digest: 'ab'.repeat(32), issued: 0, entries: 4, origin: null }]])
    const set = assemble([lotl, ...others, nationalFile('EE', ee({ sequenceNumber: 6 }))], { accepted })
    expect(refusalsIn(set)).toEqual(['EE LIST_SEQUENCE'])
    expect(listsIn(assemble([lotl, ...others, nationalFile('EE', ee({ sequenceNumber: 8 }))], { accepted }))).toContain('EE 8')
  })

  it('the rules for a list that takes the place of another hold for the list of lists as well: number, content, most of its countries', () => {
    const all = ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'EL', 'ES', 'FI', 'FR']
    const announcing = (territories: readonly string[], sequenceNumber: number) =>
      listOfLists({ sequenceNumber, pointers: [pointerToItself(listSigners.lotl.certificate), ...territories.map((t) => pointerTo(t))] })
    const before = lotlFile(announcing(all, 10), 'store')
    expect(refusalsIn(assemble([before, lotlFile(announcing(all, 9))]))[0]).toBe('EU LIST_SEQUENCE')
    expect(refusalsIn(assemble([before, lotlFile(announcing(all.slice(1), 10))]))[0]).toBe('EU LIST_SEQUENCE')
    expect(refusalsIn(assemble([before, lotlFile(announcing(all.slice(0, 5), 11))]))[0]).toBe('EU LIST_POORER')
    expect(listsIn(assemble([before, lotlFile(announcing(all.slice(0, 6), 11))]))[0]).toBe('list-of-lists:test 11')
  })
})

describe('what was accepted before', () => {
  it('a list that was accepted before is checked again like everything else: an exchanged file of the store has no effect', () => {
    const forged = nationalFile('EE', ee({ sequenceNumber: 99, signature: { signer: listSigners.stranger } }), 'store')
    const set = with1(forged, nationalFile('EE', ee()))
    expect(refusalsIn(set)).toEqual(['EE LIST_SIGNER_UNKNOWN'])
    expect(listsIn(set)).toContain('EE 1')
  })

  it('a list that was accepted before is trusted no longer when the list of lists does not announce its signer any more', () => {
    const next = lotlFile(listOfLists({ sequenceNumber: 11, pointers: [pointerTo('EE', { signers: [listSigners.eeSecond.certificate] })] }))
    const kept = nationalFile('EE', ee({ sequenceNumber: 5 }), 'store')
    expect(refusalsIn(assemble([next, kept]))).toEqual(['EE LIST_SIGNER_UNKNOWN'])
    const renewed = nationalFile('EE', ee({ sequenceNumber: 6, signature: { signer: listSigners.eeSecond } }))
    expect(listsIn(assemble([next, kept, renewed]))).toContain('EE 6')
  })
})

describe('time', () => {
  it('a list past its next update stays in use (decisions.md#stale-list)', () => {
    const set = with1(nationalFile('EE', ee({ nextUpdate: '2026-07-01T00:00:00Z' })))
    expect(listsIn(set)).toContain('EE 1')
  })

  it('a time of a list without a zone is UTC (FI 20), with fractions is read (BE 23), and an empty next update closes a list for good (UK 25)', () => {
    const set = with1(nationalFile('EE', ee({ issued: '2026-06-01T08:00:00', nextUpdate: '2026-07-01T00:00:00.000Z' })))
    expect(set.lists.find(({ id }) => id === 'EE')).toMatchObject({ issued: Date.UTC(2026, 5, 1, 8), nextUpdate: Date.UTC(2026, 6, 1) })
    expect(with1(nationalFile('EE', ee({ nextUpdate: null }))).lists.find(({ id }) => id === 'EE')).toMatchObject({ nextUpdate: null })
  })

  it('the time of issue of a list may be the present moment', () => {
    expect(listsIn(with1(nationalFile('EE', ee({ issued: new Date(listMoment).toISOString() }))))).toContain('EE 1')
  })

  it('a list is accepted after its signer expired, as long as it was signed before (IE 39)', () => {
    const expired = listSigner('Expired Signer', 'second-signer-p256', { notAfter: '2026-07-01T00:00:00Z' })
    const pointers = [pointerTo('EE', { signers: [expired.certificate] })]
    const signature = { signer: expired, signingTime: '2026-06-15T00:00:00Z' }
    expect(listsIn(assemble([lotlFile(listOfLists({ pointers })), nationalFile('EE', ee({ signature }))]))).toContain('EE 1')
  })
})

describe('the times of signing and issue', () => {
  const signedAt = (signingTime: string, changes: Partial<ListOptions> = {}) =>
    with1(nationalFile('EE', ee({ issued: '2026-06-01T00:00:00Z', signature: { signingTime }, ...changes })))

  it.each([
    ['89 days before the issue (LV 51: 61 days)', '2026-03-04T00:00:00Z', true],
    ['91 days before it', '2026-03-02T00:00:00Z', false],
    ['59 days after it (LT 29: 7 days)', '2026-07-30T00:00:00Z', true],
    ['90 days before it, to the second', '2026-03-03T00:00:00Z', true],
    ['a second more', '2026-03-02T23:59:59Z', false],
  ])('the times of signing and issue of a list lie close together: %s', (_, signingTime, taken) => {
    const set = signedAt(signingTime)
    expect(listsIn(set).includes('EE 1')).toBe(taken)
    expect(refusalsIn(set)).toEqual(taken ? [] : ['EE LIST_SIGNATURE_PROPERTIES'])
  })

  it.each([
    ['90 days after the issue, to the second', '2026-04-01T00:00:00Z', true],
    ['a second more', '2026-04-01T00:00:01Z', false],
  ])('the times of signing and issue of the list of lists lie close together: %s', (_, signingTime, taken) => {
    const set = signedAt(signingTime, { issued: '2026-01-01T00:00:00Z' })
    expect(listsIn(set).includes('EE 1')).toBe(taken)
    expect(refusalsIn(set)).toEqual(taken ? [] : ['EE LIST_SIGNATURE_PROPERTIES'])
  })

  it('a signer of a list whose certificate has ended cannot date his signature back', () => {
    const ended = listSigner('Ended Signer', 'second-signer-p256', { notAfter: '2025-12-31T00:00:00Z' })
    const pointers = [pointerTo('EE', { signers: [ended.certificate] })]
    const forged = ee({ sequenceNumber: 9, signature: { signer: ended, signingTime: '2025-12-30T00:00:00Z' } })
    const set = assemble([lotlFile(listOfLists({ pointers })), nationalFile('EE', forged)])
    expect(refusalsIn(set)).toEqual(['EE LIST_SIGNATURE_PROPERTIES'])
  })

  it('the times of signing and issue of a list that is closed for good may lie far apart (UK 25)', () => {
    const closed = { issued: '2021-01-01T00:00:00Z', nextUpdate: null, signature: { signingTime: '2026-05-01T00:00:00Z' } }
    expect(listsIn(with1(nationalFile('EE', ee(closed))))).toContain('EE 1')
    const open = { ...closed, nextUpdate: '2021-06-01T00:00:00Z' }
    expect(refusalsIn(with1(nationalFile('EE', ee(open))))).toEqual(['EE LIST_SIGNATURE_PROPERTIES'])
  })
})

describe('territories', () => {
  it('territories that are excluded have no effect and are not reported as missing', () => {
    const set = assemble([lotl, nationalFile('EE', ee()), ...others], {}, { territories: { kind: 'only', territories: ['EE'] } })
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'EE 1'])
    expect(set.refusals).toEqual([])
    const without = assemble([lotl, ...others], {}, { territories: { kind: 'all-but', territories: ['EE', 'FI'] } })
    expect(listsIn(without)).toEqual(['list-of-lists:test 10', 'LV 1'])
  })

  it.each(['only', 'all-but'] as const)(
    'territories that the list of lists does not announce are reported, with those that it announces (%s)',
    (kind) => {
      const set = assemble([lotl, nationalFile('EE', ee()), ...others], {}, { territories: { kind, territories: ['EE', 'ES', 'GR'] } })
      expect(set.notices).toEqual([
        {
          source: 'test',
          key: 'unknown-territory',
          message:
            'The list of lists of EU (test) announces no list of ES, GR, which the settings name; use the codes that it announces: EE, FI, LV.',
        },
      ])
      expect(set.refusals).toEqual([])
    },
  )

  it.each([
    ['application/vnd.etsi.tsl+xml;charset=UTF-8', 'EE 1'],
    ['application/vnd.etsi.tsl+xml ; charset="utf-8"; version=6', 'EE 1'],
    ['Application/VND.etsi.tsl+XML', 'EE 1'],
    ['application/vnd.etsi.tsl+xmlish', null],
    ['application/vnd.etsi.tsl', null],
    ['APPLICATION/VND.ETSI.TSL+XML;CHARSET=UTF-8', 'EE 1'],
    ['\t application/vnd.etsi.tsl+xml\n', 'EE 1'],
    ['application/vnd.etsi.tsl+xml;', 'EE 1'],
    ['application/vnd.etsi.tsl+xml; name="a;b,c"', 'EE 1'],
    ['text/plain;application/vnd.etsi.tsl+xml', null],
    ['"application/vnd.etsi.tsl+xml"', null],
    ['application/vnd.etsi.tsl+xml, application/pdf', null],
    ['application/pdf, application/vnd.etsi.tsl+xml', null],
    ['application/vnd.etsi.tsl +xml', null],
    ['', null],
  ])('territories are taken as announced as XML, whatever parameters and letter case the media type has: %s', (mimeType, taken) => {
    const set = assemble([lotlFile(listOfLists({ pointers: [pointerTo('EE', { mimeType })] })), nationalFile('EE', ee())])
    expect(listsIn(set).filter((list) => list.startsWith('EE'))).toEqual(taken === null ? [] : [taken])
    expect(set.notices.map(({ key }) => key)).toEqual(taken === null ? ['no-usable-service'] : [])
  })

  it('territories that are announced in other forms than XML only are warned of, beside others that are used', () => {
    const set = assemble([
      lotlFile(
        listOfLists({
          pointers: [pointerTo('EE', { mimeType: 'application/xml' }), pointerTo('FI'), pointerTo('FI', { mimeType: 'application/pdf' })],
        }),
      ),
      nationalFile('EE', ee()),
      nationalFile('FI', nationalList('FI')),
    ])
    expect(listsIn(set)).toEqual(expect.arrayContaining(['FI 1']))
    expect(set.notices).toEqual([
      {
        source: 'test',
        key: 'no-usable-service',
        message:
          'The list of lists of EU (test) announces the national lists of EE in other forms than XML only (media type: application/xml): they give no trust anchor.',
      },
    ])
  })

  it('territories of which no service can be used are warned of', () => {
    for (const [providers, sentence] of [
      [[], 'The list of EE names no service: it gives no trust anchor.'],
      [
        [{ name: 'A', services: [{ certificates: [], instances: [{ type: 'CA/QC', status: 'granted', from: '2020-01-01T00:00:00Z' }] }] }],
        'The list of EE names 1 services, of which none can be used: it gives no trust anchor.',
      ],
    ] as const) {
      const set = assemble([lotlFile(listOfLists({ pointers: [pointerTo('EE')] })), nationalFile('EE', ee({ providers }))])
      expect(listsIn(set)).toContain('EE 1')
      expect(set.notices).toEqual([{ source: 'test', key: 'no-usable-service', message: sentence }])
    }
  })

  it('territories are taken from the XML pointer when there is one for PDF as well', () => {
    const pdf = pointerTo('EE', { mimeType: 'application/pdf', signers: [listSigners.stranger.certificate] })
    expect(listsIn(assemble([lotlFile(listOfLists({ pointers: [pdf, pointerTo('EE')] })), nationalFile('EE', ee())]))).toContain('EE 1')
  })
})

describe('a folder', () => {
  const folder = (...files: readonly [string, Buffer][]) =>
    assemble([['lotl.xml', listOfLists()] as const, ...files].map(([name, bytes]) => file(name, bytes)))

  it('a folder of lists with two lists of one country takes the newer one and says what to do', () => {
    const set = folder(['ee-1.xml', ee()], ['ee-2.xml', ee({ sequenceNumber: 2 })])
    expect(listsIn(set)).toContain('EE 2')
    expect(set.notices).toEqual([
      { source: 'test', key: 'older-file', message: expect.stringContaining('ee-1.xml is older than ee-2.xml') },
    ])
  })

  it('a folder of lists with several lists of one country and number takes the first one by name, and refuses the others', () => {
    const set = folder(
      ['a.xml', ee()],
      ['b.xml', ee({ issued: '2026-06-02T00:00:00Z' })],
      ['c.xml', ee({ issued: '2026-06-03T00:00:00Z' })],
    )
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'EE 1'])
    expect(refusalsIn(set)).toEqual(['EE LIST_SEQUENCE', 'EE LIST_SEQUENCE', 'LV LIST_MISSING', 'FI LIST_MISSING'])
    expect(set.refusals.map(({ file }) => file)).toEqual(['b.xml', 'c.xml', null, null])
  })

  it('a folder of lists with the same list twice, or a forged and a good one, uses the good one', () => {
    expect(listsIn(folder(['a.xml', ee()], ['b.xml.gz', gzipSync(ee())]))).toContain('EE 1')
    const forged = ee({ issued: '2026-06-02T00:00:00Z', signature: { signer: listSigners.stranger } })
    expect(listsIn(folder(['a.xml', forged], ['b.xml', ee()]))).toContain('EE 1')
  })

  it('a folder of lists reports files that are not lists, and lists that are not announced', () => {
    const set = folder(['note.xml', Buffer.from('<note/>')], ['is.xml', nationalList('IS')])
    expect(set.refusals[0]).toMatchObject({ file: 'note.xml', territory: null, code: 'LIST_ROOT' })
    expect(set.notices).toEqual([{ source: 'test', key: 'unknown-file', message: expect.stringContaining('is.xml is a list of IS') }])
  })
})

describe('a folder with the lists of another list of lists', () => {
  it('a folder with the lists of another list of lists reports that the list of lists is missing, and which other one exists', () => {
    const set = assemble([file('test-lotl.xml', listOfLists({ territory: 'EE' })), file('ee.xml', ee())])
    expect(set.lists).toEqual([])
    expect(refusalsIn(set)).toEqual(['EU LIST_MISSING'])
    expect(set.notices).toEqual([
      { source: 'test', key: 'unknown-file', message: expect.stringContaining('test-lotl.xml is a list of lists of EE, which test') },
    ])
  })
})

describe('two sources', () => {
  const files = [lotl, nationalFile('EE', ee()), ...others]
  const second = { ...source, name: 'second' }

  it('two sources with the list of the same country use the first one, and the operator is told to exclude it from the second', () => {
    const set = assembleLists(
      [
        { source, files: [lotl, nationalFile('EE', ee())] },
        { source: second, files },
      ],
      contextAt(),
    )
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'EE 1', 'list-of-lists:second 10', 'LV 1', 'FI 1'])
    expect(set.refusals.map(({ source: name, territory, code }) => `${name} ${territory ?? ''} ${code}`)).toEqual([
      'test LV LIST_MISSING',
      'test FI LIST_MISSING',
      'second EE LIST_TERRITORY_TAKEN',
    ])
    expect(set.refusals.at(-1)?.message).toContain('leave the territory out of one of the two sources')
  })

  it('two sources are accepted or refused independently', () => {
    const set = assembleLists(
      [
        { source, files: [] },
        { source: second, files },
      ],
      contextAt(),
    )
    expect(listsIn(set)).toEqual(['list-of-lists:second 10', 'EE 1', 'LV 1', 'FI 1'])
    expect(refusalsIn(set)).toEqual(['EU LIST_MISSING'])
  })
})

describe('what a file of a folder seems to be', () => {
  it('a file of a folder is only what it is tried for: a list that dresses up as another is refused', () => {
    const dressed = ee({
      signature: { edit: (xml) => xml.replace('<tsl:SchemeInformation>', '<!--<SchemeTerritory>LV<--><tsl:SchemeInformation>') },
    })
    const set = assemble([file('lotl.xml', listOfLists()), file('a.xml', dressed), file('lv.xml', nationalList('LV'))])
    expect(listsIn(set)).toEqual(['list-of-lists:test 10', 'LV 1'])
    expect(refusalsIn(set)).toEqual(['EE LIST_MISSING', 'LV LIST_TERRITORY', 'FI LIST_MISSING'])
  })

  it('a file of a folder is found by reading all of it where the beginning does not say', () => {
    const late = ee({
      signature: { edit: (xml) => xml.replace('<tsl:SchemeInformation>', `<!--${'x'.repeat(100_000)}--><tsl:SchemeInformation>`) },
    })
    expect(listsIn(assemble([file('lotl.xml', listOfLists()), file('a.xml', late)]))).toContain('EE 1')
    expect(listsIn(assemble([file('lotl.xml', listOfLists()), file('a.xml.gz', gzipSync(late))]))).toContain('EE 1')
  })
})
