import { describe, expect, it } from 'vitest'
import { type Siva1Report, writeSiva1Report } from '#writers/siva1'
import { report, serverUnderTest, validRequest } from './server-under-test.js'

describe('report in JSON', () => {
  it('the report in JSON is that of SiVa 1, with the name of the request and the keys of messages', async () => {
    const { app } = await serverUnderTest()
    const answer = await app.inject({ method: 'POST', url: '/validate', payload: validRequest })
    await app.close()
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual(writeSiva1Report(report, { strict: false }))
  })

  it('the report in JSON in strict mode holds nothing that the description does not name (decisions.md#extra-members)', async () => {
    const { app } = await serverUnderTest({ settings: { strict: true } })
    const answer = (await app.inject({ method: 'POST', url: '/validate', payload: validRequest })).json<Siva1Report>()
    await app.close()
    expect(answer.validationWarnings).toEqual([{ content: 'The container holds lisa.txt, which is not signed.' }])
    for (const error of answer.signatures[0]?.errors ?? []) expect(Object.keys(error)).toEqual(['content'])
    for (const warning of answer.signatures[0]?.warnings ?? []) expect(Object.keys(warning)).toEqual(['description'])
    expect(Object.keys(answer.signatures[0] ?? {})).toHaveLength(11)
    expect(Object.keys(answer)).toHaveLength(9)
  })
})
