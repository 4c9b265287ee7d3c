import { describe, expect, it } from 'vitest'
import { isStale, trustWarnings } from '#trust/lists'
import type { ListSet } from '../../../../src/trust/lists/list-set/list-set.js'
import { needs } from '../../../support/needs.js'
import { assemblePublished, eu, havePublished, publishedFiles, testLists } from '../published-lists.js'

/** `EE 73 65`: list, number, services that can be anchors. */
const counts = ({ lists }: ListSet) => lists.map(({ id, sequenceNumber, services }) => `${id} ${sequenceNumber} ${services}`)
const refused = ({ refusals }: ListSet) =>
  refusals.filter(({ code }) => code !== 'LIST_MISSING').map(({ territory, file, code }) => `${territory ?? '?'} ${file ?? ''} ${code}`)
const summer = '2026-08-20T12:00:00Z'

describe('published sets of lists', needs({ 'published lists beside the repository': havePublished }), () => {
  const everything = [
    'list-of-lists:EU 390 31', 'AT 72 91', 'BE 81 104', 'BG 64 84', 'CY 53 8', 'CZ 181 507', 'DK 45 14', 'EE 73 65', 'EL 85 133', 'ES 184 349', 'FI 54 19',
    'FR 174 294', 'HU 99 323', 'IE 39 11', 'IS 39 8', 'IT 223 291', 'LT 90 76', 'LU 66 25', 'LV 51 40', 'MT 55 7', 'NL 76 87', 'NO 87 53', 'PL 160 99',
    'PT 112 100', 'RO 83 157', 'SE 62 10', 'SI 86 94', 'SK 145 171', 'UK 25 9',
  ] // biome-ignore format: one line of the table each would be thirty
  const hr = ['HR HR-52.xml LIST_SIGNER_UNKNOWN']

  it('the published lists of August 2026 load from the newest notice, all but HR, whose signer is announced no longer', () => {
    const set = assemblePublished(eu('oj-2026-1944'), publishedFiles('lotl/2026-08'), summer)
    expect(counts(set)).toEqual(everything)
    expect(refused(set)).toEqual(hr)
    expect(set.refusals.filter(({ code }) => code === 'LIST_MISSING').map(({ territory }) => territory)).toEqual(['DE', 'LI'])
    expect(set.notices).toEqual([])
    expect(set.lists.filter((list) => isStale(list, Date.parse(summer))).map(({ id }) => id)).toEqual(['NL', 'NO'])
    expect(trustWarnings(set, Date.parse(summer)).map(({ key, territory }) => `${key} ${territory ?? ''}`)).toEqual([
      'list-stale NL',
      'list-stale NO',
    ])
  })

  it('the published lists of August 2026 load from the notice of 2019 through five pivots, to the same trust', () => {
    const set = assemblePublished(eu('oj-2019-276'), publishedFiles('lotl/2026-08', 'lotl/pivots'), summer)
    expect(counts(set)).toEqual(everything)
    expect(refused(set)).toEqual(hr)
    expect(set.used.filter(({ promise }) => promise.kind === 'pivot')).toHaveLength(5)
    expect(set.notices.map(({ key }) => key)).toEqual(['new-notice'])
  })

  it.each([282, 300, 335, 341, 378])(
    'the published lists of August 2026 do not load from the notice of 2019 without the pivot %d',
    (number) => {
      const files = publishedFiles('lotl/pivots').filter(({ name }) => !name.includes(String(number)))
      const lotl = publishedFiles('lotl/2026-08').filter(({ name }) => name.includes('lotl'))
      const set = assemblePublished(eu('oj-2019-276'), [...files, ...lotl], summer)
      expect(set.lists).toEqual([])
      expect(set.refusals[0]).toMatchObject({ code: 'LIST_PIVOT_MISSING', message: expect.stringContaining(`pivot-${number}`) })
    },
  )

  it('the published lists of October 2023 load from the notice of 2019 through two pivots', () => {
    const pivots = publishedFiles('lotl/pivots').filter(({ name }) => /282|300/.test(name))
    const set = assemblePublished(eu('oj-2019-276'), [...publishedFiles('lotl/2023-10'), ...pivots], '2023-10-15T12:00:00Z')
    expect(counts(set)).toEqual(['list-of-lists:EU 332 31', 'EE 62 54', 'FI 45 19', 'LT 66 61', 'LV 41 29'])
    expect(refused(set)).toEqual([])
  })

  it('the published lists of May 2017 load from certificates that are pinned without a notice; the signer of the list of lists has 1024 bits', () => {
    const set = assemblePublished(eu('siva-1.1'), publishedFiles('lotl/2017-05'), '2017-05-05T12:00:00Z')
    expect(counts(set)).toEqual(['list-of-lists:EU 160 31', 'EE 34 41', 'FI 22 5'])
    expect(refused(set)).toEqual([])
    expect(set.notices.map(({ key }) => key)).toContain('weak-signer-key')
  })

  it('the published lists of June 2016, in version 4, load', () => {
    const set = assemblePublished(eu('siva-1.1'), publishedFiles('lotl/2016-06'), '2016-06-30T12:00:00Z')
    expect(counts(set)).toEqual([
      'list-of-lists:EU 139 31',
      'AT 26 24',
      'BE 23 8',
      'EE 30 40',
      'FI 20 5',
      'IT 77 190',
      'LT 29 39',
      'LV 13 17',
      'NL 24 36',
    ])
    expect(refused(set)).toEqual([])
  })

  it('the published lists of April 2026, the last in version 5, load', () => {
    const set = assemblePublished(eu('oj-2026-1944'), publishedFiles('lotl/2026-04-v5'), '2026-04-20T12:00:00Z')
    expect(counts(set)).toEqual(['list-of-lists:EU 385 31', 'EE 71 65', 'FI 53 19', 'LT 86 76', 'LV 50 40'])
    expect(refused(set)).toEqual([])
  })

  it('the published lists of Estonia do not go back from 73 to 68', () => {
    const now = publishedFiles('lotl/2026-08').filter(({ name }) => /lotl|EE/.test(name))
    const store = now.map((file) => ({
      ...file,
      origin: 'store' as const,
      promised: file.name.startsWith('EE') ? ({ kind: 'trusted-list', territory: 'EE' } as const) : ({ kind: 'list-of-lists' } as const),
    }))
    const older = publishedFiles('lotl/ee-history').map((file) => ({
      ...file,
      origin: 'network' as const,
      promised: { kind: 'trusted-list', territory: 'EE' } as const,
    }))
    const set = assemblePublished(
      { ...eu('oj-2026-1944'), territories: { kind: 'only', territories: ['EE'] } },
      [...store, ...older],
      summer,
    )
    expect(counts(set)).toEqual(['list-of-lists:EU 390 31', 'EE 73 65'])
    expect(refused(set).map((line) => line.split(' ').at(-1))).toEqual(['LIST_SEQUENCE', 'LIST_SEQUENCE', 'LIST_SEQUENCE'])
  })
})

describe('published test lists', needs({ 'published lists beside the repository': havePublished }), () => {
  const load = (folder: string, now = summer) =>
    assemblePublished(testLists('test-tsl-2018', 'test-tsl-2014'), publishedFiles(`test-lists/${folder}`), now)

  it('published test lists of today load, in version 6 and in version 5', () => {
    expect(counts(load('current'))).toEqual(['list-of-lists:test 7 1', 'EE_T 34 29'])
    expect(counts(load('v5', '2026-04-20T12:00:00Z'))).toEqual(['list-of-lists:test 4 1', 'EE_T 30 29'])
  })

  it('published test lists with one difference each verify, every one of them', () => {
    const lists = publishedFiles('test-lists/mutations').filter(({ name }) => name.startsWith('EE_T'))
    const [lotl] = publishedFiles('test-lists/mutations').filter(({ name }) => name.startsWith('TSL'))
    expect(lists.length).toBeGreaterThan(10)
    for (const list of lists) {
      const set = assemblePublished(testLists('test-tsl-2018'), lotl === undefined ? [] : [lotl, list], summer)
      expect(set.refusals).toEqual([])
      expect(set.lists.at(-1)?.id).toBe('EE_T')
    }
  })

  it.each([
    // SHA-1 in the signature, no signed properties, signed after its signer expired.
    ['v4', '2017-08-01T12:00:00Z', ['EE tl-mp-test-EE-1.xml LIST_SIGNATURE_ALGORITHM']],
    // National lists of a time that had no list of lists: nothing announces them.
    ['2014', '2016-06-30T12:00:00Z', []],
    ['neighbours', '2026-06-30T12:00:00Z', []],
  ] as const)('published test lists of set %s do not load, and say why', (folder, now, reasons) => {
    const set = load(folder, now)
    expect(set.lists).toEqual([])
    expect(refused(set)).toEqual(reasons)
    expect(set.refusals.at(-1)?.code).toBe('LIST_MISSING')
  })
})
