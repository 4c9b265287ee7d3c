import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest, validRequest } from './server-under-test.js'

describe('POST /report', () => {
  it.each([
    [{}, 'application/pdf', 'report.pdf'],
    [{ format: 'html', language: 'et' }, 'text/html; charset=utf-8', 'report.html'],
  ])('POST /report answers %j with a file that is saved and runs nothing', async (members, type, name) => {
    const { app } = await serverUnderTest()
    const answer = await app.inject({ method: 'POST', url: '/report', payload: { ...validRequest, ...members } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(answer.body).toBe('printed')
    await app.close()
  })

  it('POST /report names the field that is wrong', async () => {
    const { app } = await serverUnderTest()
    const post = (payload: object) => app.inject({ method: 'POST', url: '/report', payload })
    expectRefusal(await post({ ...validRequest, format: 'docx' }), 400, ['format'])
    expectRefusal(await post({ ...validRequest, language: 'fi' }), 400, ['language'])
    expectRefusal(await post({ ...validRequest, document: '*' }), 400, ['document'])
    await app.close()
  })
})
