import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DocumentReport, Instant } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { readPolicyFile } from '#validation/policy-file'
import { writeForecast } from '#writers/forecast'
import { openDecodedCache } from '../../../src/validation/validation-context.js'
import { withNested } from '../../../src/writers/with-nested.js'
import { timeStampedContainer } from '../../support/asic-containers.js'
import { signedContainer } from '../../support/asice.js'
import { ddocContainer } from '../../support/ddoc/container.js'
import { moments } from '../../support/pki.js'
import { createValidationContext, loadTrust } from '../../support/validation-context.js'

const trust = loadTrust(new URL('../../../fixtures/trust/standard.json', import.meta.url).pathname)
const context = createValidationContext(trust, openDecodedCache(limits))
const day = 24 * 3_600_000

/** A policy whose SHA-256 in time-stamps ends, and nothing else. */
const shortEnd = Date.UTC(2027, 2, 1)
const algorithms = { usages: { 'time-stamp': { digests: { SHA256: { until: '2027-03-01' } } } } }
const short = readPolicyFile(Buffer.from(JSON.stringify({ name: 'short', basis: 'POLv1', description: 'x', algorithms })), 'short.json')
/** The ends of TS 119 312 as a policy of its own. */
const archive = readPolicyFile(
  Buffer.from(
    JSON.stringify({
      name: 'archive',
      basis: 'POLv1',
      description: 'x',
      constraints: { algorithmsJudgedAt: { 'time-stamp': 'validation-time', 'time-mark': 'validation-time', none: 'validation-time' } },
      algorithms: { catalogue: 'TS 119 312 V1.5.1' },
    }),
  ),
  'archive.json',
)

function validate(document: Uint8Array, policy = 'POLv1', validationTime: Instant = moments.validation): DocumentReport {
  const documentType = documentTypeOf(document, limits)
  return validateDocument(
    { document, filename: 'leping.asics', documentType, policy, validationTime },
    { ...context, policies: [short, archive] },
  )
}
const verdictsOf = ({ timeStampTokens, nested }: DocumentReport) => [
  ...timeStampTokens.map(({ indication }) => indication),
  ...(nested?.signatures ?? []).map(({ indication }) => indication),
]

describe('provable until, for containers of time-stamps', () => {
  it('a token proves its time until its algorithm ends, and the verdict turns exactly there', () => {
    const document = timeStampedContainer()
    const found = validate(document, 'short').timeStampTokens[0]?.provable
    expect(found).toMatchObject({ state: 'until', ends: 'policy', until: shortEnd, extension: 'container-time-stamp' })
    expect(found?.reason).toEqual({ kind: 'algorithm', algorithm: 'RSA with SHA256' })
    const verdicts = [shortEnd - day, shortEnd - 1, shortEnd, shortEnd + day].map((at) => verdictsOf(validate(document, 'short', at)))
    expect(verdicts).toEqual([['TOTAL-PASSED'], ['TOTAL-PASSED'], ['INDETERMINATE'], ['INDETERMINATE']])
  })

  it('a later token over an archive manifest keeps an earlier one that it covers', () => {
    const first = { timeStamp: { digest: 'sha512' } } as const
    const ended = readPolicyFile(
      Buffer.from(
        JSON.stringify({
          name: 'ended',
          basis: 'POLv1',
          description: 'x',
          algorithms: { usages: { 'time-stamp': { digests: { SHA512: { until: '2027-03-01' } } } } },
        }),
      ),
      'ended.json',
    )
    const ends = (document: Uint8Array) =>
      validateDocument(
        { document, filename: 'a.asics', documentType: 'ASICS', policy: 'ended', validationTime: moments.validation },
        { ...context, policies: [ended] },
      ).timeStampTokens.map(({ provable: { state, until } }) => [state, until])
    expect(ends(timeStampedContainer(first))).toEqual([['until', shortEnd]])
    expect(ends(timeStampedContainer({ ...first, archive: [{}] }))).toEqual([
      ['without-end', null],
      ['without-end', null],
    ])
  })

  it('a later token whose manifest names files with a digest that ends proves nothing beyond that end', () => {
    const document = timeStampedContainer({ archive: [{ timeStamp: { digest: 'sha512' } }] })
    const ends = validate(document, 'short').timeStampTokens.map(({ provable }) => provable.until)
    expect(ends).toEqual([shortEnd, shortEnd])
    expect(verdictsOf(validate(document, 'short', shortEnd))).toEqual(['INDETERMINATE', 'INDETERMINATE'])
  })

  it('under a policy without ends those of TS 119 312 count for tokens', () => {
    const token = validate(timeStampedContainer()).timeStampTokens[0]
    expect(token?.provable).toMatchObject({ state: 'until', ends: 'TS 119 312 V1.5.1', extension: 'container-time-stamp' })
  })

  it('a signed document in a container of time-stamps is provable as long as a token proves when it existed', () => {
    const document = timeStampedContainer({
      file: { name: 'a.asice', content: signedContainer() },
      timeStamp: { genTime: moments.archive },
    })
    const report = validate(document, 'short')
    expect(report.nested?.signatures[0]?.provable).toMatchObject({ state: 'until', until: shortEnd, extension: 'container-time-stamp' })
    expect(verdictsOf(validate(document, 'short', shortEnd - 1))).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED'])
    // Nothing proves any longer when the document existed, so it is not looked into.
    expect(verdictsOf(validate(document, 'short', shortEnd))).toEqual(['INDETERMINATE'])
    expect(writeForecast(withNested(report))).toMatchObject({ state: 'until', until: '2027-03-01T00:00:00Z' })
  })

  it('a signed document in a container of time-stamps outlives the ends of its own algorithms', () => {
    const content = signedContainer()
    const alone = validate(content, 'archive').signatures[0]?.provable
    const held = timeStampedContainer({ file: { name: 'a.asice', content }, timeStamp: { genTime: moments.archive } })
    const report = validate(held, 'archive')
    const [token, inside] = [report.timeStampTokens[0]?.provable, report.nested?.signatures[0]?.provable]
    expect(inside?.until).toBe(token?.until)
    const until = token?.until ?? 0
    expect(verdictsOf(validate(held, 'archive', until - 1))).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED'])
    expect(verdictsOf(validate(held, 'archive', until))[0]).not.toBe('TOTAL-PASSED')
    expect(alone?.state).toBe('until')
  })

  it('what had ended before the first token was made, no token proves', () => {
    const held = timeStampedContainer({ file: { name: 'vana.ddoc', content: ddocContainer() } })
    const report = validate(held)
    expect(report.nested?.signatures[0]?.indication).toBe('TOTAL-PASSED')
    expect(report.nested?.signatures[0]?.provable?.state).toMatch(/^(?:ended|never)$/)
  })

  it('a container within a container lasts as long as the outer token', () => {
    const inner = timeStampedContainer({ file: { name: 'a.asice', content: signedContainer() }, timeStamp: { genTime: moments.archive } })
    const document = timeStampedContainer({ file: { name: 'b.asics', content: inner }, timeStamp: { genTime: moments.archive + day } })
    const { nested } = validate(document, 'short')
    expect(nested?.timeStampTokens[0]?.provable).toMatchObject({ state: 'until', until: shortEnd })
    expect(nested?.nested?.signatures[0]?.provable).toMatchObject({ state: 'until', until: shortEnd })
    expect(validate(document, 'short', shortEnd).nested).toBeNull()
  })

  it('a token that does not pass has no end, and its container is what the worst of its parts is', () => {
    const report = validate(timeStampedContainer({ timeStamp: { data: Buffer.from('x') } }))
    expect(report.timeStampTokens[0]?.provable.state).toBe('not-passing')
    expect(writeForecast(withNested(report))).toMatchObject({ state: 'not-passing', signatures: [] })
  })
})
