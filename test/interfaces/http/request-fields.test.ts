import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest, validRequest } from './server-under-test.js'

async function post(body: unknown, settings: NonNullable<Parameters<typeof serverUnderTest>[0]>['settings'] = {}) {
  const { app, received } = await serverUnderTest({ settings })
  const answer = await app.inject({
    method: 'POST',
    url: '/validate',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  await app.close()
  return { answer, received }
}
const change = (fields: Record<string, unknown>) => ({ ...validRequest, ...fields })

describe('request fields', () => {
  it('request fields reach the service decoded, with the policy by default POLv1', async () => {
    const { answer, received } = await post(validRequest)
    expect(answer.statusCode).toBe(200)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      filename: 'leping.asice',
      documentType: 'BDOC',
      policy: 'POLv1',
      validationTime: Date.UTC(2026, 7, 20, 12),
    })
    expect(Buffer.from(received[0]?.document ?? []).toString('latin1')).toBe('PK\x03\x04')
  })

  it('request fields are all named at once, one item each, in the order of the description (decisions.md#refusals)', async () => {
    const { answer } = await post({ signaturePolicy: 'RUS' })
    expectRefusal(answer, 400, ['document', 'filename', 'documentType', 'signaturePolicy'])
    expectRefusal((await post({})).answer, 400, ['document', 'filename', 'documentType'])
  })

  it('request fields have no length limit, also outside Latin-1', async () => {
    const settings = { maxBodyBytes: 28_000_000, maxBytesInFlight: 100_000_000 }
    const filename = '\u4e00'.repeat(9_000_000)
    const { answer, received } = await post(change({ filename }), settings)
    expect([answer.statusCode, received[0]?.filename === filename]).toEqual([200, true])
    expect((await post(change({ signaturePolicy: '\u3000'.repeat(9_000_000) }), settings)).answer.statusCode).toBe(200)
  })

  it.each(['document', 'filename', 'documentType'])('the request field %s may not be missing, null, empty or blank', async (field) => {
    for (const value of [undefined, null, '', ' \t\n']) expectRefusal((await post(change({ [field]: value }))).answer, 400, [field])
  })

  it.each(['document', 'filename', 'documentType', 'signaturePolicy'])('the request field %s must be a string', async (field) => {
    for (const value of [1, true, {}, [], ['POLv1']]) expectRefusal((await post(change({ [field]: value }))).answer, 400, [field])
  })

  it('request fields take null and empty as the default policy, and any letter case', async () => {
    for (const [signaturePolicy, policy] of [
      [null, 'POLv1'],
      ['', 'POLv1'],
      ['polv1', 'POLv1'],
      ['POLV2', 'POLv2'],
    ]) {
      expect((await post(change({ signaturePolicy }))).received[0]?.policy).toBe(policy)
    }
  })

  it('request fields name an unknown policy and list the available ones', async () => {
    const [item] = expectRefusal((await post(change({ signaturePolicy: 'RUS' }))).answer, 400, ['signaturePolicy'])
    expect(item?.message).toBe('There is no signature policy RUS. The available policies are POLv1 and POLv2.')
    expect(item?.code).toBe('SIGNATURE_POLICY_UNKNOWN')
    expectRefusal((await post(change({ signaturePolicy: 'POLv1;' }))).answer, 400, ['signaturePolicy'])
  })

  it.each(['POLv3', 'polv4'])('request fields say of the policy %s where SiVa 3 is served', async (signaturePolicy) => {
    const [item] = expectRefusal((await post(change({ signaturePolicy }))).answer, 400, ['signaturePolicy'])
    expect(item?.message).toBe(
      `There is no signature policy ${signaturePolicy}. The available policies are POLv1 and POLv2. ${signaturePolicy} is one of SiVa 3, whose requests are served at /V3/validate.`,
    )
  })

  it.each(['BDOC', 'bdoc', 'BdOc', 'ddoc', 'pDf', 'XrOaD'])('request fields accept the document type %s', async (documentType) => {
    expect((await post(change({ documentType }))).received[0]?.documentType).toBe(documentType.toUpperCase())
  })

  it.each(['txt', 'bdoc ', 'bdoç', 'xʀoad', 'BDOC\0', '__proto__', 'constructor'])(
    'request fields refuse the document type %j',
    async (documentType) => {
      expectRefusal((await post(change({ documentType }))).answer, 400, ['documentType'])
    },
  )

  it.each([...'*/"\\:?'])('request fields refuse %s in a file name', async (character) => {
    expectRefusal((await post(change({ filename: `a${character}b.bdoc` }))).answer, 400, ['filename'])
  })

  it.each([...'&%#+;=@[]{}!~'])('request fields accept %s in a file name', async (character) => {
    expect((await post(change({ filename: `a${character}b.bdoc` }))).answer.statusCode).toBe(200)
  })

  it('request fields accept any other file name and give it back unchanged', async () => {
    for (const filename of ['õäöü žš.bdoc', '<a|b>\n.bdoc', '文書.asice', 'a'.repeat(38_785), ' .exe', '\u202e.bdoc', '😀']) {
      const { answer } = await post(change({ filename }))
      expect(answer.json()).toMatchObject({ filename, documentName: filename })
    }
  })
})

describe('base64 of the document', () => {
  const decoded = async (document: string) => Buffer.from((await post(change({ document }))).received[0]?.document ?? []).toString('hex')

  it('base64 of the document may mix the standard and the URL-safe alphabet, hold white space, and lack padding', async () => {
    expect(await decoded('-_+/')).toBe('fbffbf')
    expect(await decoded('YW\r\n Jj\tZA')).toBe('61626364')
    expect(await decoded('YWJjZA==')).toBe('61626364')
  })

  it('base64 of the document ends at the padding; only padding is an empty document', async () => {
    expect(await decoded('YWI=YWI=')).toBe('6162')
    const { received } = await post(change({ document: '==' }))
    expect(received[0]?.document).toHaveLength(0)
  })

  it.each([
    ',:',
    'YWJj!',
    'YWJj\u00a0',
    'YWJj\u2028',
    'data:;base64,YWJj',
    'ÿ',
    '\ud800',
    'YW\\u0000',
    'ŁŁŁŁ',
    'YWJjŁ',
    'YWJj,',
    'YWJ,',
    'YWI=!',
    'YWI=ÿ',
    '====!',
  ])('base64 of the document refuses %j', async (document) => {
    const [item] = expectRefusal((await post(change({ document }))).answer, 400, ['document'])
    expect(item?.code).toBe('DOCUMENT_NOT_BASE64')
  })

  it('base64 of the document passes the bytes in a separate buffer', async () => {
    const { received } = await post(validRequest)
    expect(received[0]?.document.buffer.byteLength).toBe(4)
  })
})
