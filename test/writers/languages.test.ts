import { describe, expect, it } from 'vitest'
import { findingKeys } from '#model'
import { messages, withoutCode } from '#validation/report'
import { languageCodes, languages, sentenceOf, timeZoneOf } from '#writers/languages'

const facts = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
const keys = Object.values(findingKeys).flat()

describe('the sentences of a language', () => {
  it.each([...new Set(keys)])('the sentence about %s has facts that the check records, in each language, and no others', (key) => {
    for (const code of languageCodes) {
      const known = new Set(facts(messages[key].answer))
      const [question, answer] = languages[code].checks[key]
      expect(facts(answer).filter((name) => !known.has(name ?? ''))).toEqual([])
      expect(question).toMatch(/\?$/)
      expect(answer.split('[').length).toBe(answer.split(']').length)
    }
  })

  it('the sentences of a language write the values of facts in its words, and texts of the document as they are', () => {
    const finding = { key: 'signed-data-intact', facts: { object: 'file leping.txt', digestAlgorithm: 'SHA256' } } as const
    expect(sentenceOf(finding, 'et')).toBe('Pärast allkirjastamist on muudetud: fail leping.txt (selle räsi SHA256 on teine).')
    const hostile = { key: 'certificate-valid', facts: { usage: 'constructor', certificate: '__proto__' } } as const
    expect(sentenceOf(hostile, 'et')).toBe('Constructor sertifikaat (__proto__) ei kehtinud ajal – (kehtib – kuni –).')
  })

  it('the sentences of a language say what is wrong without the codes of X-Road that clients of SiVa know', () => {
    const finding = { key: 'xroad-instance-known', facts: { instance: 'EE-TEST' } } as const
    expect(messages[finding.key].answer).toMatch(/^CannotCreateCertPath: /)
    for (const code of languageCodes) expect(sentenceOf(finding, code)).not.toContain('CertPath')
    expect(sentenceOf(finding, 'en')).toMatch(/^The message comes from the X-Road instance/)
    // A heading that belongs to the sentence stays.
    expect(withoutCode('Old and unsupported format: SK-XML version: 1.0')).toBe('Old and unsupported format: SK-XML version: 1.0')
  })

  it.each([
    ['Europe/Tallinn', 'Europe/Tallinn'],
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['Nowhere/Land', 'Europe/Tallinn'],
    ['<script>', 'Europe/Tallinn'],
    ['x'.repeat(100_000), 'Europe/Tallinn'],
    [null, 'Europe/Tallinn'],
  ])('the time zone of a reader is one that the platform knows: %s', (name, zone) => expect(timeZoneOf(name)).toBe(zone))
})
