import { describe, expect, it } from 'vitest'
import { POLv1 } from '#validation/policy'
import { block, lateBlock } from '../../../src/validation/policy/check.js'
import { evaluateSignature } from './concluding.js'
import { soundArchive, soundLongTerm, validationTime } from './sound-signatures.js'

const failed = { indication: 'INDETERMINATE', subIndication: 'TRY_LATER' } as const
const child = (subject: string, status?: typeof failed) => block('format-checking', 'clause', subject, [], [], status)

describe('a block whose children are evaluated late', () => {
  it('a block whose children are evaluated late evaluates them once, when they are first read', () => {
    let times = 0
    const late = lateBlock('basic-signature', 'clause', 'signature', () => {
      times += 1
      return [child('first'), child('second', failed), child('third')]
    })
    expect([late.name, late.clause, late.subject, late.checks, times]).toEqual(['basic-signature', 'clause', 'signature', [], 0])
    expect(late.status).toEqual(failed)
    expect(late.children.map(({ subject }) => subject)).toEqual(['first', 'second', 'third'])
    expect(times).toBe(1)
  })

  it('a block whose children are evaluated late passes when all of them pass, also without any', () => {
    expect(lateBlock('basic-signature', 'clause', '', () => [child('first')]).status.indication).toBe('PASSED')
    expect(lateBlock('basic-signature', 'clause', '', () => []).status.indication).toBe('PASSED')
  })

  it('a block whose children are evaluated late explains the same, whenever somebody reads it', () => {
    const conclude = ({ facts, data }: ReturnType<typeof soundArchive>) => evaluateSignature(POLv1, facts, data, validationTime)
    const explained = ({ blocks }: ReturnType<typeof conclude>) => JSON.stringify(blocks.map(({ children, status }) => [children, status]))
    for (const evidence of [soundLongTerm(), soundArchive()]) {
      const read = conclude(evidence)
      const atOnce = explained(read)
      const later = conclude(evidence)
      conclude(evidence)
      expect(explained(later)).toBe(atOnce)
      expect(explained(read)).toBe(atOnce)
    }
  })
})
