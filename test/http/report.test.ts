import { describe, expect, it } from 'vitest'
import { renderReport } from '#http'
import { report, serverUnderTest, validRequest } from './server-under-test.js'

describe('report in JSON', () => {
  it('holds every member of the description, with both names of the file (decisions.md#file-name) and the keys of messages', async () => {
    const { app } = await serverUnderTest()
    const answer = await app.inject({ method: 'POST', url: '/validate', payload: validRequest })
    await app.close()
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({
      policy: { policyDescription: 'Every legal level passes.', policyName: 'POLv1', policyUrl: 'https://example.org/policy#POLv1' },
      validationTime: '2026-08-20T12:00:00Z',
      filename: 'leping.asice',
      documentName: 'leping.asice',
      signatureForm: 'ASiC_E',
      validationWarnings: [{ content: 'The file lisa.txt is not signed.', key: 'UNSIGNED_FILE' }],
      signatures: [
        {
          id: 'S0',
          signatureFormat: 'XAdES_BASELINE_LT',
          signatureLevel: '',
          signedBy: 'MAASIKAS,MARI,48001010000',
          indication: 'INDETERMINATE',
          subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
          errors: [{ content: 'No trusted issuer.', key: 'CHAIN' }],
          warnings: [{ description: 'SHA-1 is weak.', key: 'WEAK_DIGEST' }],
          claimedSigningTime: '2026-08-01T10:00:00Z',
          info: { bestSignatureTime: '' },
          signatureScopes: [{ name: 'leping.txt', scope: 'FullSignatureScope', content: 'Full document' }],
        },
      ],
      validSignaturesCount: 0,
      signaturesCount: 1,
    })
  })

  it('in strict mode holds nothing that the description does not name (decisions.md#extra-members)', async () => {
    const { app } = await serverUnderTest({ settings: { strict: true } })
    const answer = (await app.inject({ method: 'POST', url: '/validate', payload: validRequest })).json<ReturnType<typeof renderReport>>()
    await app.close()
    expect(answer.validationWarnings).toEqual([{ content: 'The file lisa.txt is not signed.' }])
    expect(answer.signatures[0]?.errors).toEqual([{ content: 'No trusted issuer.' }])
    expect(answer.signatures[0]?.warnings).toEqual([{ description: 'SHA-1 is weak.' }])
    expect(Object.keys(answer.signatures[0] ?? {})).toHaveLength(11)
    expect(Object.keys(answer)).toHaveLength(9)
  })

  it('of a document without signatures has empty lists, never missing ones (decisions.md#empty-members)', () => {
    expect(renderReport({ ...report, signatures: [], validationWarnings: [], signaturesCount: 0 }, false)).toMatchObject({
      signatures: [],
      validationWarnings: [],
      signaturesCount: 0,
    })
  })
})
