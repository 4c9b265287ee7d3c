import { describe, expect, it } from 'vitest'
import { isStale, trustWarnings } from '#trust/lists'
import { listMoment, listOfLists, listSigner, nationalList, noticeUrl, pointerToItself } from '../../../support/trusted-lists/index.js'
import { assemble, lotlFile, nationalFile, source } from './lists-at-hand.js'

const day = 86_400_000
const warningsOf = (set: ReturnType<typeof assemble>, now = listMoment) =>
  trustWarnings(set, now).map(({ key, territory }) => (territory === null ? key : `${key} ${territory}`))

describe('a list past its next update (decisions.md#stale-list)', () => {
  const only = { territories: { kind: 'only', territories: ['EE'] } } as const
  const set = assemble([lotlFile(listOfLists()), nationalFile('EE', nationalList('EE', { nextUpdate: '2026-09-01T00:00:00Z' }))], {}, only)
  const moment = Date.parse('2026-09-01T00:00:00Z')

  it('a list past its next update is pointed out from the first moment after it, without being checked again', () => {
    expect(warningsOf(set, moment)).toEqual([])
    expect(warningsOf(set, moment + 1)).toEqual(['list-stale EE'])
    expect(trustWarnings(set, moment + 1)[0]?.message).toBe('The list of EE (number 1) should have been replaced by 2026-09-01T00:00:00Z.')
  })

  it('a list past its next update may be the list of lists', () => {
    expect(warningsOf(set, Date.parse('2026-12-02T00:00:00Z'))).toEqual(['list-stale EU', 'list-stale EE'])
  })

  it('a list that is closed for good is not pointed out as past its next update', () => {
    expect(isStale({ nextUpdate: null }, Number.MAX_SAFE_INTEGER)).toBe(false)
  })
})

describe('a pinned certificate of the list of lists', () => {
  const ending = (days: number) => new Date(listMoment + days * day).toISOString().slice(0, 19).concat('Z')
  const load = (...days: readonly number[]) => {
    const signers = days.map((after, i) => listSigner(`Signer ${i}`, 'signer-p256', { notAfter: ending(after) }))
    const [first] = signers
    if (first === undefined) throw new Error('no signer')
    const lotl = listOfLists({
      pointers: [pointerToItself(first.certificate)],
      signature: { signer: first, signingTime: '2026-06-01T00:00:00Z' },
    })
    const anchors = [{ name: 'notice', noticeUrl, certificates: signers.map(({ certificate }) => certificate.der) }]
    return trustWarnings(assemble([lotlFile(lotl)], {}, { ...source, anchors }), listMoment)
  }

  it.each([
    [91, []],
    [90, ['less than 90 days']],
    [31, ['less than 90 days']],
    [30, ['less than 30 days']],
    [1, ['less than 30 days']],
  ])('a pinned certificate of the list of lists that expires in %d days is pointed out at 90 and at 30 days', (days, expected) => {
    const warnings = load(days)
    expect(warnings.map(({ key }) => key)).toEqual(expected.map(() => 'signer-expires'))
    for (const [i, text] of expected.entries()) expect(warnings[i]?.message).toContain(text)
  })

  it('a pinned certificate of the list of lists that expired long ago is not reported while another one is valid; when none is valid, it is reported', () => {
    expect(load(200, -300)).toEqual([])
    expect(load(-1, -300).map(({ key }) => key)).toEqual(['signers-expired'])
  })
})
