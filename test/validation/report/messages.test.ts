import { describe, expect, it } from 'vitest'
import { type BlockResult, type CheckFacts, type CheckResult, type ContainerFindingKey, findingKeys, register, timeFact } from '#model'
import { messageOf, messages } from '../../../src/validation/report/messages.js'
import { evaluateSignature, policyWith } from '../policy/concluding.js'
import { constraintCases } from '../policy/constraint-cases.js'
import { changed, inForce, validationTime } from '../policy/sound-signatures.js'

/** One of each, with the facts that the container records. */
const findings: Readonly<Record<ContainerFindingKey, CheckFacts>> = {
  'mimetype-first': {},
  'mimetype-stored': {},
  'mimetype-without-extra-fields': {},
  'mimetype-expected': {},
  'container-kind-stated': {},
  'mimetype-of-kind': {},
  'asics-data-file-single': { count: 2 },
  'token-covers-data-file': { timeStamp: 'ab' },
  'manifest-missing': {},
  'manifest-not-opendocument': { root: 'manifest' },
  'manifest-entry-without-path': { count: 2 },
  'manifest-duplicate-entry': { file: 'a.txt' },
  'manifest-mime-type-invalid': { file: 'a.txt', mimeType: 'text\\plain' },
  'cades-signature-not-read': { file: 'META-INF/signature.p7s' },
  'evidence-record-not-read': { file: 'META-INF/evidencerecord.xml' },
  'meta-file-not-read': { file: 'META-INF/relations.xml' },
  'manifest-entry-not-in-signature': { file: 'a.txt', mimeType: 'text/plain', signature: 'S0' },
  'mime-type-differs': { file: 'a.txt', manifestMimeType: 'text/plain', signatureMimeType: 'text/xml', signature: 'S0' },
  'signature-entry-not-in-manifest': { file: 'a.txt', mimeType: '', signature: 'S0' },
  'container-file-not-in-signature': { file: 'a.txt' },
  'signature-has-unsigned-files': { signedBy: 'NURM,AARE,38211015222', signature: 'S0', files: ['a.txt', 'b.txt'] },
  'findings-omitted': { count: 7 },
}

function allChecks(blocks: readonly BlockResult[]): readonly CheckResult[] {
  return blocks.flatMap((block) => [...block.checks, ...allChecks(block.children)])
}

describe('messages', () => {
  it('messages exist for every key of the register, and for nothing else', () => {
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(register).toSorted())
  })

  it('messages ask a question and answer with a sentence', () => {
    for (const [key, { question, answer }] of Object.entries(messages)) {
      expect(question, key).toMatch(/^[A-Z].*\?$/)
      // Some texts of DIGIDOC-XML are what the old libraries said, sentences or not: ddoc-messages.test.ts.
      if (!key.startsWith('ddoc-') && !key.startsWith('mimetype-'))
        expect(answer, key).toMatch(/^([A-Z{].*\.|.*\{message\}(\[ \(at \{offset\}\)\])?)$/)
    }
  })

  it('messages find every fact that they name in a real miss', () => {
    for (const testCase of constraintCases) {
      const { facts, data } = changed(testCase.base(), testCase.miss)
      const policy = policyWith(testCase.constraints ?? {})
      for (const time of [validationTime, inForce]) {
        for (const check of allChecks(evaluateSignature(policy, facts, data, time).blocks)) {
          const template = messages[check.key].answer
          const optional = /\[[^\]]*\]/g
          const names = [...template.replace(optional, '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
          if (check.outcome === 'failed' || check.outcome === 'warned')
            expect(Object.keys(check.facts), check.key).toEqual(expect.arrayContaining(names))
          expect(messageOf(check).text).not.toMatch(/[{}[\]]|undefined|NaN/)
        }
      }
    }
  })

  it('messages fill in the facts of findings', () => {
    const texts = findingKeys.container.map((key) => messageOf({ key, facts: findings[key] }).text)
    for (const text of texts) expect(text).not.toMatch(/[{}[\]–]/)
    expect(messageOf({ key: 'signature-has-unsigned-files', facts: findings['signature-has-unsigned-files'] })).toEqual({
      key: 'signature-has-unsigned-files',
      text: 'The signature S0 of NURM,AARE,38211015222 does not cover these files: a.txt, b.txt.',
    })
    expect(messageOf({ key: 'signature-entry-not-in-manifest', facts: findings['signature-entry-not-in-manifest'] }).text).toBe(
      'The signature S0 covers a.txt, which the list of files in the container does not name.',
    )
  })

  it('messages do not read facts as templates, and cut what is too long', () => {
    expect(messageOf({ key: 'container-file-not-in-signature', facts: { file: '{signedBy} [x] $&' } }).text).toBe(
      'The container holds {signedBy} [x] $&, which is not signed.',
    )
    const long = messageOf({ key: 'container-file-not-in-signature', facts: { file: '💾'.repeat(10_000) } }).text
    expect(long.length).toBeLessThan(500)
    expect(long).not.toMatch(/\p{Surrogate}/u)
  })

  it('messages say what a nonce is instead of naming our word for it', () => {
    for (const nonce of ['mismatch', 'not-digest-info', 'algorithm-unknown', 'absent']) {
      const { text } = messageOf({
        key: 'time-mark-nonce-match',
        facts: { nonce, producedAt: timeFact(Date.UTC(2026, 2, 10, 10, 0, 6)), revocation: '' },
      })
      expect(text).not.toContain(`(${nonce})`)
      expect(text).toMatch(/ of 2026-03-10T10:00:06Z was not made for this signature: .*\(\w.*\)\.$/)
    }
  })

  it('messages leave out a moment beyond the calendar', () => {
    const facts = { usage: 'signature', subject: 'A', at: timeFact(9e15) }
    expect(messageOf({ key: 'trust-service-type', facts }).text).toMatch(/ at –\.$/)
  })
})
