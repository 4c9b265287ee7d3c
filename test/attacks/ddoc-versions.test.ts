import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { type DdocSignatureOptions, type DdocVersion, ddocAgreement, ddocContainer, ddocFile } from '../support/ddoc/container.js'

const request = { documentType: 'DDOC', policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const
const versions: readonly DdocVersion[] = ['1.0', '1.1', '1.2', '1.3']

function verdictsOf(document: Buffer): readonly string[] | string {
  const answer = validate(document, 'trust/standard.json', request)
  return answer.kind === 'refused' ? answer.code : answer.report.signatures.map(({ indication }) => indication)
}

// 1.1 and 1.2 have the same rules: what one of them signs, the other signs too, and nothing is read otherwise.
const pairs = versions
  .flatMap((from) => versions.map((to) => [from, to] as const))
  .filter(([from, to]) => from !== to && !(from.startsWith('1.1') && to === '1.2') && !(from === '1.2' && to === '1.1'))

/** What a signer may have signed and still leave to whoever relabels the document. */
const signatures: Readonly<Record<string, DdocSignatureOptions>> = {
  'as written': {},
  'hashed without namespace': { signedPropertiesNamespace: false },
  'hashed by the alternate rule': { alternateDigest: true },
  'whose SignedProperties have the identifier of 1.0': {
    signedProperties: (xml) => xml.replace(' Id="S0', ' Id="#S0'),
  },
  'with the Target of earlier versions': {
    signedProperties: (xml) => xml.replace(/(<SignedProperties(?: xmlns="[^"]*")?)(?! Target)( Id="[^"]*")>/, '$1$2 Target="#S0">'),
  },
}

describe.each(pairs)('a document of %s relabelled as %s', (version, relabelled) => {
  it.each(Object.entries(signatures))('a relabelled document does not pass when its signature is one %s', (_, signature) => {
    const files = [ddocAgreement, ddocFile('teine.txt', 'teine')]
    const document = ddocContainer({ version, relabelled, files, signatures: [signature] })
    expect(verdictsOf(document)).not.toContain('TOTAL-PASSED')
  })
})

it.each(versions)('documents of %s pass when they are not relabelled', (version) => {
  expect(verdictsOf(ddocContainer({ version, relabelled: version }))).toEqual(['TOTAL-PASSED'])
})
