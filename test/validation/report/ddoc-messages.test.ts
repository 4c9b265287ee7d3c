import { describe, expect, it } from 'vitest'
import { type CheckFacts, type DdocKey, findingKeys, timeFact } from '#model'
import { messageOf, messages } from '../../../src/validation/report/messages.js'

/**
 * Texts that clients of DIGIDOC-XML compare with what the old libraries said. Each is a public interface: a failing line here breaks programs that are not
 * ours.
 */
const literal: readonly (readonly [key: DdocKey, facts: CheckFacts, text: string])[] = [
  ['ddoc-data-file-id', { dataFile: 'DX' }, 'Id attribute value has to be in form D<number> or DO'],
  ['ddoc-data-file-signed', { name: 'testfail2.txt' }, 'Missing Reference for file: testfail2.txt'],
  ['ddoc-data-file-intact', { dataFile: 'D0' }, 'Bad digest for DataFile: D0'],
  ['ddoc-data-file-main-digest', { dataFile: 'D0' }, 'Bad digest for DataFile: D0 alternate digest matches!'],
  ['ddoc-reference-target-found', { signature: 'S0', reference: '#D0' }, 'Missing DataFile for signature: S0 reference #D0'],
  ['ddoc-signed-properties-signed', { id: 'S0-SignedProperties' }, 'No Reference element for SignedProperties: S0-SignedProperties'],
  ['ddoc-signed-properties-intact', { id: 'S0-SignedProperties' }, 'Bad digest for SignedProperties: S0-SignedProperties'],
  ['ddoc-signature-value-intact', {}, 'Invalid signature value!'],
  ['ddoc-signer-certificate-valid', {}, 'Signers certificate has expired!'],
  ['ddoc-signer-trusted', {}, 'Signers cert not trusted, missing CA cert!'],
  ['ddoc-signer-non-repudiation', {}, 'Signers cert does not have non-repudiation bit set!'],
  ['ddoc-signer-issuer-named', {}, 'Signing certificate issuer information does not match'],
  ['ddoc-confirmation-present', {}, 'Signature has no OCSP confirmation!'],
  ['ddoc-responder-reference', { certificate: '12', reference: '34' }, 'Wrong notarys certificate: 12 ref: 34'],
  ['ddoc-responder-reference-digest', {}, "Notary certificates digest doesn't match!"],
  ['ddoc-confirmation-single', {}, 'Currently supports only one OCSP'],
  ['ddoc-confirmation-not-empty', {}, 'OCSP value is empty!'],
  ['ddoc-confirmation-reference', { id: 'N0' }, 'No OCSP ref for uri: #N0'],
  ['ddoc-confirmation-digest', {}, "Notarys digest doesn't match!"],
  [
    'ddoc-confirmation-time',
    { id: 'N0', producedAt: timeFact(Date.UTC(2009, 4, 27, 21, 1, 33)), referencedProducedAt: timeFact(Date.UTC(2009, 4, 27, 21, 0, 4)) },
    'Notary: N0 producedAt: 2009-05-27T21:01:33Z does not match OcpsRef-s producedAt: 2009-05-27T21:00:04Z',
  ],
  [
    'ddoc-responder-known',
    { responder: 'byName: CN=Belgium OCSP Responder,C=BE' },
    "No certificate for responder: 'byName: CN=Belgium OCSP Responder,C=BE' found in local certificate store!",
  ],
  ['ddoc-confirmation-signature', {}, 'OCSP verification error!'],
  ['ddoc-responder-authorised', {}, 'OCSP Responder does not meet TM requirements'],
  ['ddoc-confirmation-nonce', {}, "OCSP response's nonce doesn't match the requests nonce!"],
  ['ddoc-confirmation-certificate', {}, 'Bad OCSP response status!'],
  ['ddoc-certificate-not-revoked', {}, 'Certificate has been revoked!'],
  ['ddoc-certificate-known', {}, 'Certificate status is unknown!'],
  ['ddoc-version-current', { format: 'SK-XML', version: '1.0' }, 'Old and unsupported format: SK-XML version: 1.0'],
  ['ddoc-issuer-namespace', { element: 'X509IssuerName', namespace: 'null' }, 'X509IssuerName has none or invalid namespace: null'],
  ['ddoc-issuer-namespace', { element: 'X509SerialNumber', namespace: 'null' }, 'X509SerialNumber has none or invalid namespace: null'],
]

describe('messages of DIGIDOC-XML', () => {
  it.each(literal)('the message of DIGIDOC-XML %s says what clients compare (style guide, section 4)', (key, facts, text) => {
    expect(messageOf({ key, facts })).toEqual({ key, text })
  })

  it('messages of DIGIDOC-XML are our own sentences where programs do not compare them', () => {
    const compared = new Set(literal.map(([key]) => key))
    for (const key of findingKeys.ddoc.filter((each) => !compared.has(each) && each !== 'ddoc-mime-type-intact'))
      expect(messages[key].answer, key).toMatch(/^[A-Z].*\.$/)
  })
})
