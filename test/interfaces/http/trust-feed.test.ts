import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { serverUnderTest } from './server-under-test.js'

const at = Date.UTC(2026, 7, 1)

describe('the feed of changes of the trusted lists', () => {
  it('the feed has the changes, the newest first, as Atom', async () => {
    const { app } = await serverUnderTest({
      trustHistory: [
        { at, kind: 'list-updated', list: 'EE', text: 'The list EE has number 73; it had 72.' },
        { at, kind: 'service-withdrawn', list: 'EE', text: 'The service <A & B> \u0001 of EE is withdrawn.' },
      ],
    })
    const answer = await app.inject('/monitoring/trust/feed')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const { feed } = new XMLParser().parse(answer.body) as {
      feed: { updated: string; entry: { id: string; title: string; summary: string }[] }
    }
    expect(feed.updated).toBe('2026-08-01T00:00:00Z')
    expect(feed.entry.map(({ title }) => title)).toEqual(['EE: service-withdrawn', 'EE: list-updated'])
    expect(feed.entry[0]?.summary).toBe('The service <A & B> \ufffd of EE is withdrawn.')
    expect(new Set(feed.entry.map(({ id }) => id)).size).toBe(2)
    await app.close()
  })

  it('the feed is refused to a client that accepts JSON only, and is empty without changes', async () => {
    const { app } = await serverUnderTest()
    expect((await app.inject({ url: '/monitoring/trust/feed', headers: { accept: 'application/json' } })).statusCode).toBe(406)
    expect((await app.inject('/monitoring/trust/feed')).body).not.toContain('<entry>')
    await app.close()
  })

  it('the metrics count the changes by kind from zero', async () => {
    const { app } = await serverUnderTest({ trustHistory: [{ at: Date.now() + 1_000_000, kind: 'list-updated', list: 'EE', text: 'x' }] })
    const { body } = await app.inject('/monitoring/metrics')
    expect(body).toContain('allkiri_trust_changes_total{kind="list-updated"} 1')
    expect(body).toContain('allkiri_trust_changes_total{kind="service-withdrawn"} 0')
    await app.close()
  })
})
