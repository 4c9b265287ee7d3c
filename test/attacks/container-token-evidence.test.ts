import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { validateDocument } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { asicECadesContainer } from '../support/asic-containers.js'
import { certificateRevocationList } from '../support/crl.js'
import { sequence, context as tagged } from '../support/der.js'
import { attribute } from '../support/pdf/cms.js'
import { at, hours, moments, pki } from '../support/pki.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const context = createValidationContext(
  loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname),
  openDecodedCache(limits),
)

const verdictOf = (document: Uint8Array) => {
  const request = { document, filename: 'a.asice', documentType: 'ASICE', policy: 'POLv3', validationTime: moments.validation } as const
  return validateDocument(request, context).signatures.map(({ indication, subIndication, errors }) =>
    [indication, subIndication, errors[0]?.key].filter((part) => part != null).join(' '),
  )
}

type Revoked = readonly { readonly serialNumber: bigint; readonly revokedAt: number }[]
const listed = (revoked: Revoked) => ({ thisUpdate: moments.ocsp + hours(1), revoked })

/** The unsigned attribute revocation-values of a token, with a list of the authority of the signer. */
const valuesWith = (revoked: Revoked) =>
  attribute(
    '1.2.840.113549.1.9.16.2.24',
    sequence(tagged(0, sequence(certificateRevocationList({ issuer: pki.issuingAuthority, ...listed(revoked) })))),
  )
const nobody: Revoked = []
const signer: Revoked = [{ serialNumber: pki.signer.certificate.serialNumber, revokedAt: at('2026-03-01T00:00:00Z') }]

/** @param inToken null: the token has no list */
const container = (inSignature: Revoked, inToken: Revoked | null) =>
  asicECadesContainer({
    cades: { revocation: 'crl', crl: listed(inSignature) },
    archive: { timeStamp: { genTime: moments.ocsp + hours(2), unsigned: inToken === null ? [] : [valuesWith(inToken)] } },
  })

/** The certificates of a signature and of a time-stamp of its container are read apart, so a list of revoked certificates in one of them was read for its certificates only. */
describe('lists of revoked certificates in the time-stamp tokens of an ASiC-E container', () => {
  it('a signer who is not on the list of its authority passes', () => {
    expect(verdictOf(container(nobody, null))).toEqual(['TOTAL-PASSED'])
    expect(verdictOf(container(nobody, nobody))).toEqual(['TOTAL-PASSED'])
  })

  it('a signer who was revoked before signing does not pass when the list that says so stands in the token as well', () => {
    expect(verdictOf(container(signer, null))).toEqual(['INDETERMINATE REVOKED_NO_POE certificate-not-revoked'])
    expect(verdictOf(container(signer, signer))).toEqual(['INDETERMINATE REVOKED_NO_POE certificate-not-revoked'])
  })

  it('a signer who was revoked before signing does not pass when the list that says so stands in the token alone', () => {
    expect(verdictOf(container(nobody, signer))).toEqual(['INDETERMINATE REVOKED_NO_POE certificate-not-revoked'])
  })
})
