import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type DdocFacts, excerpt, type PdfChange, type PdfFacts, type SignatureFacts, shortened, type XroadFacts } from '#model'
import { POLv1 } from '#validation/policy'
import { ddocFormatChecking } from '../../src/validation/policy/ddoc/structure.js'
import type { Evaluation } from '../../src/validation/policy/evaluation.js'
import { checkPdfChanges } from '../../src/validation/policy/pdf/changes.js'
import { checkXroad } from '../../src/validation/policy/xroad/checks.js'
import { fillTemplate } from '../../src/validation/report/message-template.js'
import { safeText } from '../../src/writers/print/safe-text.js'

const { maxFindings, maxNames, excerptCharacters, messageCharacters, printedCharacters } = limits.report
const evaluation = {
  policy: POLv1,
  facts: { references: [], signingCertificate: null, timeStamps: [] },
  data: { domain: null },
} as unknown as Evaluation
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('the bounds of a report (limits.report)', () => {
  it('the bounds of a report are the number of findings of one check about a changed PDF', () => {
    const changes = (count: number) =>
      numbers(count).map(
        (object): PdfChange => ({
          revision: 2,
          object,
          change: 'replaced',
          rule: null,
          level: null,
          field: null,
          page: null,
          description: '',
        }),
      )
    const told = (count: number) =>
      checkPdfChanges(evaluation, {
        changes: changes(count),
        permission: null,
        certification: null,
        restrictions: [],
      } as unknown as PdfFacts).filter(({ key, outcome }) => key === 'pdf-changes-explained' && outcome === 'failed').length
    expect([told(maxFindings), told(maxFindings + 1)]).toEqual([maxFindings, maxFindings])
    expect(told(maxFindings - 1)).toBe(maxFindings - 1)
  })

  it('the bounds of a report are the number of findings of one check about an X-Road message', () => {
    const told = (count: number) => {
      const findings = numbers(count).map((n) => ({ key: 'xroad-message-field-single', code: 'x', facts: { field: String(n) } }))
      const facts = { message: { sender: null, findings }, signatureChain: null, timeStampChain: null, findings: [] }
      return checkXroad(evaluation, facts as unknown as XroadFacts).formatChecking?.filter(
        ({ key, outcome }) => key === 'xroad-message-field-single' && outcome !== 'satisfied',
      ).length
    }
    expect([told(maxFindings - 1), told(maxFindings), told(maxFindings + 1)]).toEqual([maxFindings - 1, maxFindings, maxFindings])
  })

  it('the bounds of a report are the number of names in one message', () => {
    const told = (count: number) => {
      const dataFiles = numbers(count).map((n) => ({ name: `f${n}`, contentType: 'HASHCODE', flaws: [], size: null, statedSize: null }))
      const ddoc = { format: 'DIGIDOC-XML', version: '1.3', dataFiles, foreignIssuerNamespaces: [] } as unknown as DdocFacts
      const { checks } = ddocFormatChecking({ id: 'S0', structure: [] } as unknown as SignatureFacts, ddoc)
      const { facts } = checks.find(({ key }) => key === 'ddoc-file-names-signed') ?? {}
      return facts
    }
    expect(told(maxNames)).toMatchObject({ files: numbers(maxNames).map((n) => `f${n}`) })
    expect(told(maxNames + 1)).toEqual(told(maxNames))
  })

  it('the bounds of a report are the characters of a text in a fact, in a message and on a printed page', () => {
    const cut = (most: number, text: (given: string) => string) => [most, most + 1].map((length) => text('x'.repeat(length)).length)
    expect(cut(excerptCharacters, excerpt)).toEqual([excerptCharacters, excerptCharacters + 1])
    expect(cut(messageCharacters, (value) => fillTemplate('{file}', { file: value }))).toEqual([messageCharacters, messageCharacters])
    expect(cut(printedCharacters, safeText)).toEqual([printedCharacters, printedCharacters])
  })

  it('the bounds of a report cut between two characters', () => {
    expect(shortened('xyz', 3)).toBe('xyz')
    expect(shortened('xyzz', 3)).toBe('xy…')
    expect(shortened('x\u{1F512}yz', 3)).toBe('x…')
    expect(shortened('xy\u{1F512}z', 3)).toBe('xy…')
  })
})
