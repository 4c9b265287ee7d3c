import { describe, expect, it } from 'vitest'
import type { PdfChange, PdfFacts } from '#model'
import { POLv1 } from '#validation/policy'
import type { Evaluation } from '../../../src/validation/policy/evaluation.js'
import { checkPdfChanges } from '../../../src/validation/policy/pdf/changes.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'

type Restriction = PdfFacts['restrictions'][number]

const filled = (field: string, object = 1): PdfChange => ({
  revision: 2,
  object,
  change: 'replaced',
  rule: 'form-field',
  level: 'form-filling',
  field,
  page: null,
  description: 'form field',
})

function factsOf(action: Restriction['action'], names: readonly string[], fields: readonly string[]): PdfFacts {
  return {
    name: 'pdf',
    followedBy: 'later-version',
    octetsBehind: 0,
    fields: ['Signature1'],
    subFilter: 'ETSI.CAdES.detached',
    byteRange: [0, 1, 2, 3],
    revision: 1,
    revisions: 2,
    certification: null,
    permission: null,
    restrictions: [{ origin: 'lock', action, fields: names }],
    changes: fields.map((field, index) => filled(field, index + 1)),
  }
}

function isLocked(facts: PdfFacts): boolean {
  const checks = checkPdfChanges({ policy: POLv1 } as unknown as Evaluation, facts)
  return checks.some(({ key, outcome }) => key === 'pdf-locked-fields-unchanged' && outcome !== 'satisfied')
}

describe('fields that a signature locks (ISO 32000-1, tables 233 and 256)', () => {
  const names = ['a', 'b.c', 'b-', 'd.e.f', '']
  it.each([
    ['a', true, true],
    ['a.x.y', true, true],
    ['ab', false, false],
    ['b', true, false],
    ['b.c', true, true],
    ['b.c.d', true, true],
    ['b.d', false, false],
    ['d.e', true, false],
    ['d.e.f.', true, true],
    ['d.ee', false, false],
    ['.x', true, true],
    ['e', false, false],
  ])('a locked field of a PDF is known by its name (ISO 32000-1, tables 233 and 256): %s', (field, included, listed) => {
    expect(isLocked(factsOf('Include', names, [field]))).toBe(included)
    expect(isLocked(factsOf('Exclude', names, [field]))).toBe(!listed)
    expect(isLocked(factsOf('All', names, [field]))).toBe(true)
  })

  it('locked fields of a PDF are found in no time for each pair of a name and a field', () => {
    const many = (count: number, first: string) => Array.from({ length: count }, (_, index) => `${first}${index}`)
    const facts = factsOf('Include', many(100_000, 'locked'), many(20_000, 'filled'))
    expect(cpuMilliseconds(() => isLocked(facts))).toBeLessThan(6_000)
  })
})
