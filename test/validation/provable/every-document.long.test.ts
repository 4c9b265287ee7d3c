import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SignatureReport } from '#model'
import { readPolicyFile } from '#validation/policy-file'
import { validateDocument } from '../../../src/validation/validate-document.js'
import { everyDocument, orRefused } from '../../support/every-document.js'

const archive = readPolicyFile(readFileSync(new URL('../../../docs/policies/archive.json', import.meta.url)), 'archive.json')

describe('provable until, by the clock', () => {
  it('the verdict of every document turns exactly at the moment that is told, under the policy file of the documentation', async () => {
    const told = new Map<string, number>()
    for (const { id, request, context } of everyDocument()) {
      const wanted = { ...request(), policy: 'POLv1' }
      const known = { ...context(), policies: [archive] }
      const report = await orRefused(() => validateDocument(wanted, known))
      for (const [index, { provable }] of (report?.signatures ?? []).entries()) {
        if (provable === null) continue
        told.set(provable.state, (told.get(provable.state) ?? 0) + 1)
        if (provable.until === null) continue
        const at = (validationTime: number): SignatureReport['indication'] | undefined =>
          validateDocument({ ...wanted, policy: 'archive', validationTime }, known).signatures[index]?.indication
        expect({ id, before: at(provable.until - 1), after: at(provable.until) === 'TOTAL-PASSED' }).toEqual({
          id,
          before: 'TOTAL-PASSED',
          after: false,
        })
      }
    }
    expect(told.get('until')).toBeGreaterThan(30)
    expect(told.get('never')).toBeGreaterThan(5)
    expect(told.get('not-passing')).toBeGreaterThan(30)
  })
})
