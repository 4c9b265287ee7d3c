import { describe, expect, it } from 'vitest'
import { POLv1 } from '#validation/policy'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import { evaluateSignature } from './concluding.js'
import { withAppointedResponder, withIssuedUnit, withSubordinate } from './extended-signatures.js'
import { type Evidence, soundArchive, soundLongTerm, soundTimeMark, validationTime } from './sound-signatures.js'

/** Every other answer that a reader, or trust, could have given at that place. */
const answers: readonly (readonly [RegExp, readonly string[]])[] = [
  [/references\.\d+\.status$/, ['intact', 'mismatch', 'not-found', 'ambiguous', 'unsupported-transform', 'algorithm-unknown']],
  [/signatureValue\.status$/, ['intact', 'mismatch', 'no-certificate', 'algorithm-unknown', 'unsupported-canonicalization']],
  [/imprint\.status$/, ['intact', 'mismatch', 'data-not-found', 'algorithm-unknown']],
  [/\.signature$/, ['intact', 'mismatch', 'no-certificate', 'algorithm-unknown']],
  [/\.nonce$/, ['match', 'mismatch', 'not-digest-info', 'algorithm-unknown', 'absent']],
  [/(issuerSerial|signingCertificateAttribute)$/, ['match', 'mismatch', 'absent']],
  [/revocations\.\d+\.status$/, ['good', 'revoked', 'unknown']],
  [/periods\.\d+\.status$/, ['granted', 'withdrawn', 'supervisionceased', 'deprecatedatnationallevel', 'accredited']],
  [/periods\.\d+\.type$/, ['CA/QC', 'CA/PKC', 'Certstatus/OCSP', 'Certstatus/OCSP/QC', 'Certstatus/CRL', 'TSA', 'TSA/QTST']],
  [/facts\.level$/, ['B', 'T']],
  [/proofOfTime$/, ['time-stamp', 'time-mark', 'none']],
  [/messageDigestAlgorithm$/, ['SHA256', 'MD5', 'SHA3-224']],
  [/digest\.algorithm$/, ['SHA256', 'MD5', 'SHA3-224', 'WHIRLPOOL']],
  [/signatureAlgorithm\.digest$/, ['SHA256', 'MD5', 'SHA3-224']],
  [/signatureAlgorithm\.encryption$/, ['RSA', 'ECDSA', 'EDDSA']],
]

type Path = readonly string[]

/** Places that carry no protected fact: what they say is shown, or only stands beside what protects. The comment says why each may change. */
const harmless: readonly RegExp[] = [
  // Issuer and serial number beside the digest of the certificate: a warning.
  /^facts\.signingCertificateReferences\.\d+\.issuerSerial$/,
  // The attribute may be absent in a token: a warning. A mismatch must not pass, and does not.
  /^facts\.timeStamps\.\d+\.token\.signingCertificateAttribute=absent$/,
  // What the archive time-stamp says does not matter to a signature that needs none.
  /^facts\.timeStamps\.1\b/,
  // CA/PKC and CA/QC are both authorities, the two kinds of OCSP and TSA services both responders and units.
  /^data\.anchors\.\d+\.services\.\d+\.periods\.\d+\.type=(CA\/PKC|CA\/QC|Certstatus\/OCSP(\/QC)?|TSA(\/QTST)?)$/,
  // The digest of the policy document of a known policy is not compared, so it does not matter how it was made.
  /^facts\.policy\.digest\.algorithm$/,
  // The nonce as it stands; its judgement is a fact of its own (facts.timeMarks).
  /^facts\.revocations\.\d+\.nonce$/,
  // RSA and ECDSA are both accepted; that the key is of the kind was verified with the signature.
  /signatureAlgorithm\.encryption=(RSA|ECDSA)$/,
]

function places(value: unknown, at: Path = []): readonly (readonly [Path, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[at, value]]
  return Object.entries(value).flatMap(([key, member]) => places(member, [...at, key]))
}

function replaced(evidence: Evidence, at: Path, value: unknown): Evidence {
  const next = structuredClone(evidence)
  let parent: unknown = next
  for (const key of at.slice(0, -1)) parent = Reflect.get(Object(parent), key)
  Reflect.set(Object(parent), at.at(-1) ?? '', value)
  return next
}

function removed(evidence: Evidence, at: Path): Evidence {
  const next = structuredClone(evidence)
  let parent: unknown = next
  for (const key of at.slice(0, -1)) parent = Reflect.get(Object(parent), key)
  if (Array.isArray(parent)) parent.splice(Number(at.at(-1)), 1)
  return next
}

function elements(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  const here = Array.isArray(value) ? value.map((_, index) => [...at, String(index)]) : []
  return [...here, ...Object.entries(value).flatMap(([key, member]) => elements(member, [...at, key]))]
}

/** Signatures on listed certificates are not asked for: the certificates themselves are what is trusted. */
function isOfListed(evidence: Evidence, at: Path): boolean {
  const [part, collection, index, member] = at
  if (collection !== 'certificates' || member !== 'signatureAlgorithm') return false
  const { id } = (part === 'facts' ? evidence.facts : evidence.data).certificates[Number(index)] ?? { id: '' }
  return evidence.data.anchors.some((anchor) => anchor.certificate === id)
}

const passes = ({ facts, data }: Evidence) => evaluateSignature(POLv1, facts, data, validationTime).indication === 'TOTAL-PASSED'

const bases: readonly (readonly [string, () => Evidence])[] = [
  ['LT', soundLongTerm],
  ['LT_TM', soundTimeMark],
  ['LTA', soundArchive],
  ['LT below a subordinate authority', () => withSubordinate(soundLongTerm())],
  ['LT with an appointed responder', () => withAppointedResponder(soundLongTerm())],
  ['LT with a unit that is not listed', () => withIssuedUnit(soundLongTerm())],
]

describe('no single changed answer about a sound signature', () => {
  it.each(bases)('every single changed answer about a sound signature of level %s prevents passing', (_, base) => {
    const evidence = base()
    const passing: string[] = []
    let tried = 0
    for (const [at, value] of places(evidence)) {
      const place = at.join('.')
      if (isOfListed(evidence, at)) continue
      for (const [, words] of answers.filter(([pattern]) => pattern.test(place))) {
        for (const word of words.filter((each) => each !== value)) {
          if (harmless.some((pattern) => pattern.test(place) || pattern.test(`${place}=${word}`))) continue
          tried += 1
          if (passes(replaced(evidence, at, word))) passing.push(`${place}=${word}`)
        }
      }
    }
    expect(passing).toEqual([])
    expect(tried).toBeGreaterThan(30)
  })

  /** What may be missing without harm: helpers that nothing rests on, and what would only have been warned of or shown. */
  const dispensable: readonly RegExp[] = [
    /attributes\.\d+$/,
    /extensions\.\d+$/,
    // Certificates stand in the signature and in the data.
    /^(facts|data)\.certificates\.\d+$/,
    /^facts\.timeStamps\.\d+\.certificates\.\d+$/,
    // Constraints of keys that are not asked for: digitalSignature of helpers, cRLSign where there are no lists.
    /certificates\.\d+\.(keyUsage|extendedKeyUsage\.purposes)\.\d+$/,
    // The archive time-stamp and what it covers: the signature needs none.
    /^facts\.timeStamps\.1$/,
    /coverage\.\w+\.\d+$/,
    // Shown; what is covered is judged by the references.
    /^facts\.scopes\.\d+$/,
  ]

  it.each(bases)('everything that is taken away from a sound signature prevents passing (%s)', (_, base) => {
    const evidence = base()
    const passing = elements(evidence)
      .filter((at) => passes(removed(evidence, at)))
      .map((at) => at.join('.'))
      .filter((place) => !dispensable.some((pattern) => pattern.test(place)))
    expect(passing).toEqual([])
  })
})

describe('strange facts', () => {
  const strange: readonly unknown[] = [
    '',
    'x'.repeat(1_000),
    '__proto__',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    9e15,
  ]
  const closed = /^facts\.(syntax|profile)\.name$/
  const freeText = /(identifier|uri|text|canonical|value|oid|id|name|serialNumber|spUri|qualifier|canonicalization)$/

  it('strange facts never make an evaluation throw', () => {
    for (const [, base] of bases.slice(0, 3)) {
      const evidence = base()
      for (const [at, value] of places(evidence)) {
        for (const replacement of strange) {
          // Facts come typed from our own readers: any number and any free text can occur, but no word outside of a closed list.
          if (
            typeof replacement !== typeof value ||
            (typeof value === 'string' && !freeText.test(at.join('.'))) ||
            closed.test(at.join('.'))
          )
            continue
          const { facts, data } = replaced(evidence, at, replacement)
          expect(() => evaluateSignature(POLv1, facts, data, validationTime), `${at.join('.')} = ${String(replacement)}`).not.toThrow()
        }
      }
    }
  })

  it('strange facts cost no more than their number: a thousand references, certificates and answers', () => {
    const evidence = soundLongTerm()
    const [reference] = evidence.facts.references
    const [answer] = evidence.data.revocations
    if (reference === undefined || answer === undefined) throw new TypeError('no reference, no answer')
    for (let index = 0; index < 1_000; index += 1) {
      evidence.facts.references.push({ ...reference, uri: `file ${String(index)}`, status: 'mismatch' })
      evidence.data.revocations.push({ ...answer, revocation: `answer ${String(index)}` })
    }
    const time = cpuMilliseconds(() => {
      const conclusion = evaluateSignature(POLv1, evidence.facts, evidence.data, validationTime)
      expect(conclusion.errors).toHaveLength(1_000)
    })
    expect(time).toBeLessThan(40_000)
  })
})
