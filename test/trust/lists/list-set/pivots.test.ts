import { describe, expect, it } from 'vitest'
import type { ListSource } from '../../../../src/trust/lists/list-set/list-set.js'
import { pivotsNeeded } from '../../../../src/trust/lists/refresh/download-lists.js'
import {
  type ListOptions,
  listOfLists,
  listSigner,
  listSigners,
  noticeUrl,
  pointerTo,
  pointerToItself,
} from '../../../support/trusted-lists/index.js'
import { assemble, contextAt, file, listsIn, lotlFile, pivotFile, refusalsIn, source } from './lists-at-hand.js'

const one = 'https://lists.example/lotl-pivot-3.xml'
const two = 'https://lists.example/lotl-pivot-6.xml'
const next = 'https://journal.example/notice/2'
const { lotl: first, lotlSecond: second, lotlThird: third } = listSigners
const only = { territories: { kind: 'only', territories: [] } } as const

/** A pivot: an older instance of the list of lists that announces the signers of the later ones. */
const pivot = (sequenceNumber: number, signer: typeof first, announced: typeof first, changes: Partial<ListOptions> = {}) =>
  listOfLists({
    sequenceNumber,
    informationUris: [noticeUrl],
    nextUpdate: '2025-01-01T00:00:00Z',
    pointers: [pointerToItself(announced.certificate), pointerTo('EE')],
    signature: { signer },
    ...changes,
  })
const pivotOne = pivotFile(one, pivot(3, first, second))
const pivotTwo = pivotFile(two, pivot(6, second, third))
/** The newest pivot stands first. */
const current = (changes: Partial<ListOptions> = {}) =>
  listOfLists({ sequenceNumber: 10, informationUris: [two, one, noticeUrl], signature: { signer: third }, ...changes })
const lotl = lotlFile(current())

const run = (...files: Parameters<typeof assemble>[0]) => assemble(files, {}, only)
const refusal = (...files: Parameters<typeof assemble>[0]) => run(...files).refusals[0]

describe('pivots (TS 119 615 4.1)', () => {
  it('pivots lead from the pinned notice to a list of lists whose signer was never pinned; they never expire', () => {
    const set = run(lotl, pivotOne, pivotTwo)
    expect(refusalsIn(set)).toEqual([])
    expect(listsIn(set)).toEqual(['list-of-lists:test 10'])
    expect(set.lists[0]?.signer).toBe(contextAt().cache.certificate(third.certificate.der).facts.id)
    expect(set.used.map(({ promise }) => promise)).toEqual([
      { kind: 'pivot', location: one },
      { kind: 'pivot', location: two },
      { kind: 'list-of-lists' },
    ])
  })

  it('pivots are found in a folder by the number in their address, with any file names', () => {
    const numbered = [file('a.xml', pivotOne.bytes()), file('b.xml', pivotTwo.bytes()), file('c.xml', lotl.bytes())]
    expect(listsIn(run(...numbered))).toEqual(['list-of-lists:test 10'])
    const misnamed = [
      file('lotl-pivot-6.xml', pivotOne.bytes()),
      file('eu.xml.gz', pivotTwo.bytes()),
      file('lotl-pivot-3.xml', lotl.bytes()),
    ]
    expect(listsIn(run(...misnamed))).toEqual(['list-of-lists:test 10'])
    expect(run(...misnamed).notices).toEqual([])
  })

  it('pivots are found in a folder next to forged ones of the same number and name', () => {
    const forged = pivot(3, listSigners.stranger, listSigners.stranger)
    const files = [
      file('lotl-pivot-3.xml', forged),
      file('z.xml', pivotOne.bytes()),
      file('b.xml', pivotTwo.bytes()),
      file('c.xml', lotl.bytes()),
    ]
    expect(listsIn(run(...files))).toEqual(['list-of-lists:test 10'])
  })

  it('pivots in a folder never become the list of lists themselves when the newer one is refused', () => {
    const forged = current({ signature: { signer: listSigners.stranger } })
    const set = run(file('a.xml', pivotOne.bytes()), file('b.xml', pivotTwo.bytes()), file('lotl.xml', forged))
    expect(set.lists).toEqual([])
  })

  it.each<[string, Parameters<typeof assemble>[0], string]>([
    ['the oldest is missing', [lotl, pivotTwo], 'LIST_PIVOT_MISSING'],
    ['the newest is missing', [lotl, pivotOne], 'LIST_PIVOT_MISSING'],
    [
      'the oldest was altered',
      [
        lotl,
        pivotFile(one, pivot(3, first, second, { signature: { signer: first, tamper: (xml) => xml.replace('Supervisor', 'supervisor') } })),
        pivotTwo,
      ],
      'LIST_PIVOT_INVALID',
    ],
    [
      'the newest was altered',
      [
        lotl,
        pivotOne,
        pivotFile(
          two,
          pivot(6, second, third, { signature: { signer: second, tamper: (xml) => xml.replace('Supervisor', 'supervisor') } }),
        ),
      ],
      'LIST_PIVOT_INVALID',
    ],
    ['they were exchanged', [lotl, pivotFile(one, pivotTwo.bytes()), pivotFile(two, pivotOne.bytes())], 'LIST_PIVOT_INVALID'],
    ['one is signed by the set of a later one', [lotl, pivotFile(one, pivot(3, second, second)), pivotTwo], 'LIST_PIVOT_INVALID'],
    ['one is signed by a set that was replaced', [lotl, pivotOne, pivotFile(two, pivot(6, first, third))], 'LIST_PIVOT_INVALID'],
    ['one is of another territory', [lotl, pivotFile(one, pivot(3, first, second, { territory: 'XX' })), pivotTwo], 'LIST_PIVOT_INVALID'],
    ['one is a national list', [lotl, pivotFile(one, pivot(3, first, second, { kind: 'EUgeneric' })), pivotTwo], 'LIST_PIVOT_INVALID'],
    [
      'one announces nobody for the list of lists',
      [lotl, pivotFile(one, pivot(3, first, second, { pointers: [pointerTo('EE')] })), pivotTwo],
      'LIST_PIVOT_INVALID',
    ],
    [
      'one has two pointers to the list of lists',
      [
        lotl,
        pivotFile(one, pivot(3, first, second, { pointers: [pointerToItself(first.certificate), pointerToItself(second.certificate)] })),
        pivotTwo,
      ],
      'LIST_PIVOT_INVALID',
    ],
    ['one is an HTML page', [lotl, pivotFile(one, Buffer.from('<!DOCTYPE html>')), pivotTwo], 'LIST_PIVOT_INVALID'],
    ['the list of lists is older than one', [lotlFile(current({ sequenceNumber: 5 })), pivotOne, pivotTwo], 'LIST_SEQUENCE'],
  ])('pivots lead nowhere when %s', (_, files, code) => {
    const set = run(...files)
    expect(set.lists).toEqual([])
    expect(set.refusals[0]?.code).toBe(code)
  })

  it('pivots in another order than they were issued lead nowhere', () => {
    expect(refusal(lotlFile(current({ informationUris: [one, two, noticeUrl] })), pivotOne, pivotTwo)?.code).toBe('LIST_PIVOT_INVALID')
  })

  it('pivots do not accept a replaced signer for the list of lists', () => {
    expect(refusal(lotlFile(current({ signature: { signer: second } })), pivotOne, pivotTwo)?.code).toBe('LIST_SIGNER_UNKNOWN')
    expect(refusal(lotlFile(current({ signature: { signer: first } })), pivotOne, pivotTwo)?.code).toBe('LIST_SIGNER_UNKNOWN')
  })

  it('pivots are bounded', () => {
    const { maxPivots } = contextAt().limits
    const addresses = Array.from({ length: maxPivots + 1 }, (_, i) => `https://lists.example/p${i}.xml`)
    const long = lotlFile(current({ informationUris: [...addresses, noticeUrl] }))
    expect(refusal(long)?.code).toBe('LIST_TOO_MANY')
    expect(pivotsNeeded(source, long, contextAt().limits)).toEqual([])
  })

  it('pivots are determined before they are fetched, and none for a file that is not a list of lists', () => {
    expect(pivotsNeeded(source, lotl, contextAt().limits)).toEqual([one, two])
    expect(pivotsNeeded(source, lotlFile(Buffer.from('<html/>')), contextAt().limits)).toEqual([])
    expect(pivotsNeeded(source, lotlFile(listOfLists()), contextAt().limits)).toEqual([])
  })
})

describe('notices', () => {
  const pinNext: Partial<ListSource> = {
    ...only,
    anchors: [{ name: 'notice-2', noticeUrl: next, certificates: [third.certificate.der] }, ...source.anchors],
  }
  /** During a change of notice the new one comes first, the old pivots and the old notice follow (LOTL 385 on). */
  const changing = lotlFile(current({ informationUris: [next, two, one, noticeUrl] }))

  it('a pinned notice needs none of the older pivots', () => {
    expect(listsIn(assemble([changing], {}, pinNext))).toEqual(['list-of-lists:test 10'])
    expect(pivotsNeeded({ ...source, ...pinNext }, changing, contextAt().limits)).toEqual([])
  })

  it('a notice that is newer than the pinned one is pointed out, and the old way still works', () => {
    const set = run(changing, pivotOne, pivotTwo)
    expect(listsIn(set)).toEqual(['list-of-lists:test 10'])
    expect(set.notices).toEqual([{ source: 'test', key: 'new-notice', message: expect.stringContaining(next) }])
  })

  it('an unknown notice is a decision for the operator, never an automatic one', () => {
    expect(refusal(lotlFile(current({ informationUris: [next] })))?.code).toBe('LIST_NOTICE_UNKNOWN')
    expect(refusal(lotlFile(current({ informationUris: [] })))?.code).toBe('LIST_NOTICE_UNKNOWN')
  })

  it('no notice is needed when certificates are pinned without one', () => {
    const pinned: Partial<ListSource> = { ...only, anchors: [{ name: 'own', noticeUrl: null, certificates: [third.certificate.der] }] }
    expect(listsIn(assemble([lotl], {}, pinned))).toEqual(['list-of-lists:test 10'])
    expect(refusalsIn(assemble([lotlFile(listOfLists())], {}, pinned))[0]).toBe('EU LIST_SIGNER_UNKNOWN')
  })

  it('a notice pins exact certificates: another one of the same name and key is a stranger', () => {
    const twin = listSigner('List of Lists Signer 1', 'signer-p256', { notAfter: '2030-01-01T00:00:00Z' })
    expect(refusal(lotlFile(listOfLists({ signature: { signer: twin } })))?.code).toBe('LIST_SIGNER_UNKNOWN')
  })
})

describe('a list of lists that says that it moved', () => {
  it('a list of lists that says that it moved is used, and the operator is informed', () => {
    const moved = { ...pointerToItself(first.certificate), location: 'https://elsewhere.example/lotl.xml' }
    expect(run(lotlFile(listOfLists({ pointers: [moved] }))).notices).toEqual([
      { source: 'test', key: 'location-moved', message: expect.stringContaining('https://elsewhere.example/lotl.xml') },
    ])
  })
})
