import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { signedContainer } from '../support/asice.js'
import { certificateRevocationList } from '../support/crl.js'
import { context, integer, objectIdentifier, sequence } from '../support/der.js'
import { digestUris } from '../support/identifiers.js'
import { ocspResponse } from '../support/ocsp.js'
import { pki, variantOf } from '../support/pki.js'
import type { SignatureOptions } from '../support/signature-options.js'
import { type DigestName, digestAlgorithm, hash, type SignatureScheme } from '../support/signing.js'

/** The verdict of the only signature, with the keys of its errors and warnings and the first text. */
function judged(options: SignatureOptions, trust = 'trust/standard.json') {
  const answer = validate(signedContainer(options), trust, { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' })
  if (answer.kind === 'refused') throw new Error(answer.code)
  const [{ indication, subIndication, errors, warnings } = { indication: null, subIndication: '', errors: [], warnings: [] }] =
    answer.report.signatures
  return {
    verdict: `${indication} ${subIndication}`.trim(),
    errors: [...new Set(errors.map(({ key }) => key))],
    warnings: warnings.map(({ key }) => key),
    texts: [...errors.map(({ content }) => content), ...warnings.map(({ description }) => description)],
  }
}

const MORE = 'http://www.w3.org/2007/05/xmldsig-more#'
const method = (digest: DigestName) => `<ds:DigestMethod Algorithm="${digestUris[digest]}"></ds:DigestMethod>`
const parametersOf = ({ digest, maskDigest = digest }: SignatureScheme) =>
  `<m:RSAPSSParams xmlns:m="${MORE}">${method(digest)}<m:MaskGenerationFunction Algorithm="${MORE}MGF1">${method(maskDigest)}</m:MaskGenerationFunction><m:SaltLength>${hash(digest).length}</m:SaltLength></m:RSAPSSParams>`

/** A signature whose parameters are written in full, and state `stated` though it was made with `scheme`. */
const inXml = (scheme: SignatureScheme, stated = scheme): SignatureOptions => ({
  signer: pki.rsaSigner,
  scheme,
  signatureMethod: `${MORE}rsa-pss`,
  edit: (xml) =>
    xml.replace(
      /(<ds:SignatureMethod Algorithm="[^"]*")(?:\/>|><\/ds:SignatureMethod>)/,
      `$1>${parametersOf(stated)}</ds:SignatureMethod>`,
    ),
})
const pss = (digest: DigestName, maskDigest: DigestName = digest): SignatureScheme => ({ kind: 'rsa-pss', digest, maskDigest })

/** Where an algorithm is used, and the trust under which it matters. */
const places: Readonly<Record<string, (scheme: SignatureScheme) => readonly [SignatureOptions, string?]>> = {
  'an OCSP response': (scheme) => [{ ocsp: { scheme } }],
  'a revocation list': (scheme) => [
    {
      revocationValues: () => ({
        ocsp: [ocspResponse({ certificate: pki.signer, responder: pki.listedResponder })],
        crl: [certificateRevocationList({ issuer: pki.root, scheme })],
      }),
    },
    'trust/other/root.json',
  ],
  'a time-stamp': (scheme) => [{ timeStamp: { scheme, digest: scheme.digest } }],
  'the certificate of the signer': (scheme) => [{ signer: variantOf(pki.signer, { scheme }) }],
  'the certificate of a responder': (scheme) => [{ ocsp: { responder: variantOf(pki.delegatedResponder, { scheme }) } }],
}
const inPlaces = Object.entries(places)
const sound = { verdict: 'TOTAL-PASSED', errors: [], warnings: [] }

describe('RSASSA-PSS with two digests', () => {
  const mixed = [pss('sha256', 'sha1'), pss('sha256', 'sha512'), pss('sha512', 'sha224'), pss('sha384', 'sha256')]
  const unverifiable = [pss('sha3-256', 'sha256'), pss('sha256', 'sha3-256'), pss('sha3-256', 'sha3-512'), pss('sha512', 'ripemd160')]

  it.each(mixed)('RSASSA-PSS with $digest and $maskDigest in MGF1 verifies wherever it is used', (scheme) => {
    expect(judged(inXml(scheme))).toMatchObject(sound)
    for (const [place, made] of inPlaces) expect([place, judged(...made(scheme))]).toMatchObject([place, sound])
  })

  it.each(mixed)('RSASSA-PSS with $digest and $maskDigest does not verify as something else than was stated', (scheme) => {
    const plain = pss(scheme.digest)
    for (const options of [inXml(scheme, plain), inXml(plain, scheme)])
      expect(judged(options)).toMatchObject({ verdict: 'TOTAL-FAILED SIG_CRYPTO_FAILURE', errors: ['signature-value-intact'] })
  })

  it.each(unverifiable)('RSASSA-PSS with $digest and $maskDigest in MGF1 never passes, and no text says that it was verified', (scheme) => {
    const signature = judged(inXml(scheme))
    expect(signature).toMatchObject({
      verdict: 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      errors: ['signature-algorithm-known'],
    })
    const reasons: Readonly<Record<string, readonly [key: string, text: RegExp]>> = {
      'an OCSP response': ['revocation-algorithm-acceptable', /^The OCSP response about .* with \S+, it cannot be verified here\)\.$/],
      'a revocation list': [
        'revocation-algorithm-acceptable',
        /^The certificate revocation list about .* with \S+, it cannot be verified here\)\.$/,
      ],
      'a time-stamp': ['existence-proven', /with \S+, it cannot be verified here\)\.$/],
      'the certificate of the signer': ['certificate-signature-intact', /signed with an algorithm that cannot be verified here, so/],
      'the certificate of a responder': ['revocation-issuer-chain-found', /./],
    }
    for (const [place, made] of inPlaces) {
      const { verdict, errors, texts } = judged(...made(scheme))
      const [key = '', text = /^$/] = reasons[place] ?? []
      expect([place, verdict]).not.toEqual([place, 'TOTAL-PASSED'])
      expect([place, errors]).toEqual([place, expect.arrayContaining([key])])
      expect([place, texts.some((one) => text.test(one))]).toEqual([place, true])
      expect(texts.join(' ')).not.toMatch(/neither in the signature nor|was not signed by/)
    }
  })

  it('a response whose parameters state another digest in MGF1 than it was made with is not accepted', () => {
    const digests = sequence(
      context(0, digestAlgorithm('sha256')),
      context(1, sequence(objectIdentifier('1.2.840.113549.1.1.8'), digestAlgorithm('sha1'))),
      context(2, integer(32)),
    )
    const algorithm = sequence(objectIdentifier('1.2.840.113549.1.1.10'), digests)
    expect(judged({ ocsp: { scheme: pss('sha256'), algorithm } })).toMatchObject({ errors: ['revocation-signature-intact'] })
  })
})

describe('digests of certificates, responses, lists and time-stamps', () => {
  const kinds = ['rsa', 'rsa-pss'] as const

  it.each(['sha3-256', 'sha3-384', 'sha3-512'] as const)('%s passes wherever a value is signed', (digest) => {
    for (const kind of kinds)
      for (const [place, made] of inPlaces) expect([place, judged(...made({ kind, digest }))]).toMatchObject([place, sound])
  })

  it.each(['sha3-224', 'md5'] as const)('%s is not accepted wherever a value is signed, and the text names it', (digest) => {
    for (const kind of kinds)
      for (const [place, made] of inPlaces) {
        const { verdict, texts } = judged(...made({ kind, digest }))
        expect([place, verdict]).not.toEqual([place, 'TOTAL-PASSED'])
        expect([place, texts.join(' ')]).toEqual([place, expect.stringMatching(/it is not on the list of accepted algorithms/)])
        if (kind === 'rsa-pss') expect(texts.join(' ')).toContain(` with ${digest.toUpperCase()}`)
      }
  })

  it.each(['sha1', 'ripemd160'] as const)('%s passes wherever a value is signed, and a time-stamp with it is warned of', (digest) => {
    for (const kind of kinds)
      for (const [place, made] of inPlaces)
        expect([place, judged(...made({ kind, digest }))]).toMatchObject([
          place,
          { verdict: 'TOTAL-PASSED', errors: [], warnings: place === 'a time-stamp' ? ['digest-strong'] : [] },
        ])
  })

  it.each(['sha1', 'ripemd160'] as const)(
    '%s is warned of once in a time-stamp, for its imprint, its content or its signature',
    (digest) => {
      for (const timeStamp of [{ digest }, { scheme: { kind: 'rsa', digest } }, { messageDigestAlgorithm: digest }] as const) {
        const { verdict, warnings, texts } = judged({ timeStamp })
        expect({ verdict, warnings }).toEqual({ verdict: 'TOTAL-PASSED', warnings: ['digest-strong'] })
        expect(texts[0]).toContain('is used for time-stamp signature')
      }
    },
  )
})
