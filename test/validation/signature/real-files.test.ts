import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError, type ReadSignature, type SignatureFacts } from '#model'
import { childElement, elementsNamed, parseXml } from '#readers/xml'
import { CanonicalForms, DEFAULT_CANONICALIZATION, octetsOfElement, readXmlSignature, XMLDSIG_NAMESPACE } from '#readers/xmldsig'
import { openAsic } from '#validation/container'
import { needs } from '../../support/needs.js'
import { onlyFacts, readContainer } from './reading.js'

const folder = new URL('../../../../shared/conformance/files/', import.meta.url)
const missing = !existsSync(folder)
const names = missing ? [] : readdirSync(folder).filter((name) => /\.(bdoc|asice|sce|edoc)$/.test(name))
const bytesOf = (name: string) => readFileSync(new URL(encodeURIComponent(name), folder))
const read = (name: string) => readContainer(bytesOf(name))
const facts = (signature: ReadSignature | undefined): SignatureFacts => onlyFacts(signature === undefined ? [] : [signature])
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Length and digest of the canonical pieces of each signature of a container. */
function pieces(name: string) {
  const { signatures } = openAsic(bytesOf(name), limits)
  return signatures.map((file) => {
    const document = parseXml(file.bytes, limits.xml)
    const [element] = elementsNamed(document, XMLDSIG_NAMESPACE, 'Signature')
    if (element === undefined) throw new Error('no signature')
    const signature = readXmlSignature(element, limits.signature)
    const forms = new CanonicalForms()
    const [properties] = elementsNamed(document, 'http://uri.etsi.org/01903/v1.3.2#', 'SignedProperties')
    const reference = signature.signedInfo.references.find(({ type }) => type.endsWith('#SignedProperties'))
    if (properties === undefined || reference === undefined || signature.value === null) throw new Error('no properties')
    const [stamp] = elementsNamed(document, 'http://uri.etsi.org/01903/v1.3.2#', 'SignatureTimeStamp')
    const method = stamp === undefined ? null : childElement(stamp, XMLDSIG_NAMESPACE, 'CanonicalizationMethod')
    const exclusive = { method: { algorithm: 'exclusive', comments: false }, prefixes: [] } as const
    const describePiece = (octets: Uint8Array | null) => (octets === null ? null : `${octets.length} ${sha256(octets)}`)
    return {
      signedInfo: describePiece(forms.of(signature.signedInfo.element, signature.signedInfo.canonicalization ?? DEFAULT_CANONICALIZATION)),
      signedProperties: describePiece(octetsOfElement(reference, properties, forms)),
      value: describePiece(signature.value),
      imprint: describePiece(forms.of(signature.signatureValue, method === null ? DEFAULT_CANONICALIZATION : exclusive)),
    }
  })
}

describe('worked digests of real containers', needs({ 'published documents beside the repository': !missing }), () => {
  it('finds the worked digests of Valid_ID_sig.bdoc (time-mark)', () => {
    expect(pieces('Valid_ID_sig.bdoc')).toMatchObject([
      {
        signedProperties: '2895 3bd24dd610e294b177a487091e4bddea34554efe769c327bfffb60f648e7866b',
        signedInfo: '973 4fd1853086260eceb795080c6d3bea080e39c6b33d98756750abd7310ea60e1e',
        value: '256 3541813dc3cb810d9d161e24f6e50283bbabe7b27aef97fb355e616661e1e366',
      },
    ])
    const { timeMarks, claimedSigningTime, references } = facts(read('Valid_ID_sig.bdoc')[0])
    expect(timeMarks).toMatchObject([
      {
        nonce: 'match',
        producedAt: Date.parse('2016-05-12T10:09:20Z'),
        digest: { value: '3541813dc3cb810d9d161e24f6e50283bbabe7b27aef97fb355e616661e1e366' },
      },
    ])
    expect(claimedSigningTime).toBe(Date.parse('2016-05-12T10:09:09Z'))
    expect(references[0]?.digest.value).toBe('4f39cc3713f027cdb17b7fa7be3cf92eac7559cb731adf8bb0d263e703b18a1d')
  })

  it('finds the worked digests of BDOC2.1.bdoc (JDigiDoc)', () => {
    expect(pieces('BDOC2.1.bdoc')).toMatchObject([
      {
        signedProperties: '1791 72209baca1ffcbab462003d606b3f21fe8a233ba11c285f983110f51e26f7d4b',
        signedInfo: '920 b1c1dd8830cf4453daee5c6c2e0b6800860717ffb0ef658fb5dddfcf549f6b1f',
      },
    ])
    expect(facts(read('BDOC2.1.bdoc')[0]).timeMarks).toMatchObject([
      {
        nonce: 'match',
        producedAt: Date.parse('2013-11-25T13:16:59Z'),
        digest: { value: 'a39946e711d51fb8e4a75125be5391daf59bf8910de4548596d788b7cd8e35a6' },
      },
    ])
  })

  it('finds the worked digests of 24050_short_ecdsa_correct_file_mimetype.bdoc (ECDSA with a leading zero)', () => {
    expect(pieces('24050_short_ecdsa_correct_file_mimetype.bdoc')).toMatchObject([
      {
        signedInfo: '921 97c99f06577ba6803f8e814fb8317d48986afa1136d77047595580f8de8f9ecc',
        value: expect.stringMatching(/^64 /) as string,
      },
    ])
    expect(facts(read('24050_short_ecdsa_correct_file_mimetype.bdoc')[0]).timeMarks).toMatchObject([
      { nonce: 'match', digest: { value: '678efb425e6596f5ac74acbc4a773034572b7d13262692316709521cc8af5d97' } },
    ])
  })

  it('finds the worked digests of BDOC-TS.bdoc (two signature files)', () => {
    expect(pieces('BDOC-TS.bdoc')).toEqual([
      {
        signedProperties: '1766 27d39e40e7f107d8fd55ce32db14156d58603f85039a99020c94b615a4e4377f',
        signedInfo: '983 11a0dc621e80b78ef43f35842efb8a44612e99b5f27b4d6552ac3430f0e398c0',
        value: '256 6edcaf277c5bb186727d34ed1f665cc0bf78d4054c3ca2bbf5f64625e4383f66',
        imprint: '542 00b2c980a2f3573d982166bb04047abb8eadc5bdf14929d4c8574bd297b7fa1b',
      },
      {
        signedProperties: '1367 f83f7c2b6071eca9a0c77c2b5980e84cfdd48205fe49cfa2009da95ee06876f8',
        signedInfo: '983 6b8041eacabd571a3a98f0f4b96c2c72e46de5f44014d3b5f651c497cf21032b',
        value: expect.stringMatching(/^256 /) as string,
        imprint: '542 7204c7958fab6ea6071a2f245ddf8d1fabc928dab713bddd895f655d65496343',
      },
    ])
    expect(read('BDOC-TS.bdoc').map((each) => facts(each).timeStamps[0])).toMatchObject([
      {
        genTime: Date.parse('2016-06-21T21:33:10Z'),
        imprint: { status: 'intact', digest: { value: '00b2c980a2f3573d982166bb04047abb8eadc5bdf14929d4c8574bd297b7fa1b' } },
      },
      {
        genTime: Date.parse('2016-06-21T21:38:50Z'),
        imprint: { status: 'intact', digest: { value: '7204c7958fab6ea6071a2f245ddf8d1fabc928dab713bddd895f655d65496343' } },
      },
    ])
  })

  it('finds the worked digests of ValidLiveSignature.asice (exclusive canonicalization)', () => {
    expect(pieces('ValidLiveSignature.asice')).toMatchObject([
      {
        signedProperties: '1155 54e2c3b6e08a6c8602c98a79b91e0f57950676aa110d9cd1142d68372d27ddc5',
        signedInfo: '892 c255de6deda1c1d6a4fbc472f30903dcec6388d5182bb32aa27d57eaca60e72f',
        imprint: '187 86e1018e65fb9575e4b786058b9c0c3cec26008834f4d694d910feae4d6450ca',
      },
    ])
    const { timeMarks, timeStamps } = facts(read('ValidLiveSignature.asice')[0])
    expect(timeMarks).toMatchObject([{ nonce: 'not-digest-info', producedAt: Date.parse('2016-10-11T09:36:10Z') }])
    expect(timeStamps).toMatchObject([{ genTime: Date.parse('2016-10-11T09:36:10Z'), imprint: { status: 'intact' } }])
  })
})

/** One line for each signature: value, references, time-stamp imprints, nonces. */
function outcome(name: string): readonly string[] {
  return read(name).map((signature) => {
    if (signature.kind === 'unreadable') return signature.code
    const { signatureValue, references, timeStamps, timeMarks, proofOfTime } = signature.facts
    const marks = proofOfTime === 'time-mark' ? timeMarks.map(({ nonce }) => `nonce ${nonce}`) : []
    return [
      signatureValue.status,
      ...references.map(({ status }) => status),
      ...timeStamps.map(({ imprint }) => `stamp ${imprint.status}`),
      ...marks,
    ].join(', ')
  })
}

const timeMarked = 'intact, intact, intact, nonce match'
const timeStamped = 'intact, intact, intact, stamp intact'
const expected: Readonly<Record<string, readonly string[]>> = {
  'Valid_ID_sig.bdoc': [timeMarked],
  'Valid_IDCard_MobID_signatures.bdoc': [timeMarked, timeMarked],
  'Šužlikud sõid ühe õuna ära.bdoc': [timeMarked],
  '24050_short_ecdsa_correct_file_mimetype.bdoc': [timeMarked],
  '23154_test1-old-sig-sigat-NOK-prodat-OK-1.bdoc': [timeMarked],
  '23154_test1-old-sig-sigat-OK-prodat-NOK-1.bdoc': [timeMarked],
  'BDOC-TS.bdoc': [timeStamped, timeStamped],
  'EE_SER-AEX-B-LT-V-49.asice': [timeStamped],
  'ValidLiveSignature.asice': [timeStamped],
  'Nonconventionalcharacters.asice': [timeStamped],
  'PSS-signature.asice': [timeStamped],
  'TEST_ESTEID2018_ASiC-E_XAdES_LTAx2.sce': [`${timeStamped}, stamp intact, stamp intact`],
  '2xLTA-SK+Entrust.asice': [`${timeStamped}, stamp intact, stamp intact`],
  'REF-19_bdoc21-no-sig-asn1-pref.bdoc': ['mismatch, intact, intact, nonce match'],
  'TS-02_23634_TS_wrong_SignatureValue.asice': ['intact, intact, intact, stamp mismatch'],
  'fc9dd90f-TS-02_23634_TS_wrong_SignatureValue.asice': ['mismatch, intact, intact, stamp mismatch'],
  '2f_2signed_1f_totally_removed.bdoc': ['intact, intact, not-found, intact, nonce match'],
  '23200_weakdigest-wrong-nonce.asice': ['intact, intact, intact, nonce mismatch'],
  'bdoc21-bad-nonce-content.bdoc': ['intact, intact, intact, nonce mismatch'],
  'SS-4_teadmataCA.4.asice': ['intact, intact, intact, intact, nonce match'],
  'TM-15_revoked.4.asice': [timeMarked],
  'signWithIdCard_d4j_1.0.4_BES.asice': ['intact, intact, intact'],
  'TS-06_23634_TS_missing_OCSP_adjusted.asice': [timeStamped],
  'EE_SER-AEX-B-LT-I-43.asice': [timeStamped],
  'EE_SER-AEX-B-LT-I-26.asice': [timeStamped],
  'EE_SER-AEX-B-LT-V-33.asice': [timeStamped],
  '3f_2s_2partly_signed.bdoc': Array<string>(2).fill('mismatch, intact, intact, mismatch, nonce match'),
  '4f_2s_all_combinations.bdoc': Array<string>(2).fill('mismatch, intact, intact, mismatch, nonce match'),
  '6f_2s_3unsigned.bdoc': Array<string>(2).fill('intact, intact, intact, intact, intact, nonce match'),
  'BdocMultipleSignaturesMixedWithValidAndInvalid.bdoc': [
    timeMarked,
    'mismatch, mismatch, intact, nonce match',
    'mismatch, intact, intact, nonce mismatch',
    timeMarked,
    timeMarked,
  ],
  'REF-03_bdoc21-TM-no-signedpropref.bdoc': ['intact, intact, nonce match'],
  'multiple_EncapsulatedTimeStamp_elements_in_second_SignatureTimeStamp.asice': [timeStamped],
  'plus-in-datafile-name-unencoded-in-signature.asice': [timeStamped],
  'space-in-datafile-name-encoded-as-plus-in-signature.asice': [timeStamped],
  "et10_0123456789!#$%&'()+,-. ;=@[]_`}- et_EE_utf8.zip-d_ec.bdoc": [timeMarked],
}

describe('signatures of real containers', needs({ 'published documents beside the repository': !missing }), () => {
  it.each(Object.entries(expected))('reads the signatures of the real container %s', (name, lines) => {
    expect(outcome(name)).toEqual(lines)
  })

  it('records RSA without the NULL parameters (EE_SER-AEX-B-LT-I-43.asice) and format and policy of REF-03', () => {
    expect(facts(read('EE_SER-AEX-B-LT-I-43.asice')[0]).signatureValue).toEqual({ status: 'intact', digestInfoWithoutNull: true })
    const ref03 = facts(read('REF-03_bdoc21-TM-no-signedpropref.bdoc')[0])
    expect(ref03).toMatchObject({ level: 'LT', proofOfTime: 'time-mark', signingCertificateReferenceSigned: false })
  })

  it('finds in all real containers a signing certificate that its reference names, but for one that was altered', () => {
    const others: string[] = []
    for (const name of names) {
      let signatures: readonly ReadSignature[]
      try {
        signatures = read(name)
      } catch (error) {
        if (error instanceof ReaderError && !error.limit) continue
        throw error
      }
      for (const signature of signatures) {
        const { signingCertificate, signingCertificateReferences, unreadableTimeStamps, timeStamps } = facts(signature)
        const named = signingCertificateReferences.some(
          (reference) => reference.certificate === signingCertificate && reference.issuerSerial !== 'mismatch',
        )
        if (!named || signingCertificate === null) others.push(name)
        for (const { token } of timeStamps)
          expect(token, name).toMatchObject({ signature: 'intact', messageDigestIntact: true, signingCertificateAttribute: 'match' })
        for (const { problem } of unreadableTimeStamps) expect(problem).toMatch(/^TIME_STAMP_(TOKEN_MISSING|SEVERAL_TOKENS)$/)
      }
    }
    expect(names.length).toBeGreaterThan(100)
    expect(others).toEqual(['two_signatures_one_invalid.bdoc'])
  })
})
