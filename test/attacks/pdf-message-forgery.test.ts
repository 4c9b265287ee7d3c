import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { type SignedPdfOptions, signedPdf } from '../support/pdf/signed-pdf.js'
import { evidenceForgeries } from './pdf-evidence-forgeries.js'
import { messageForgeries } from './pdf-message-forgeries.js'
import { valueForgeries } from './pdf-value-forgeries.js'

/** What passes without a word, and why that is no harm. */
const harmless: Readonly<Record<string, string>> = {
  'sound SignerInfo twice': 'the same signature, said twice',
  'unsigned message-digest beside the signed one': 'only the signed attribute counts (RFC 5652, 11.2)',
  'attributes written in another order than they were signed': 'signed in DER, as RFC 5652, 5.4 asks',
  'further reference to another certificate': 'further references are about the path (RFC 5035, 5.4)',
  'reference by SHA-512': 'names the signing certificate',
  'reference by SHA-1 in version 2': 'names the signing certificate, as version 1 does',
  'SignedData without digest algorithms': 'a hint for one-pass readers, not signed',
  'SignedData that says SHA-1': 'a hint for one-pass readers, not signed',
  'message-digest by SHA-512, value by SHA-256': 'two digests, both strong, each by its own identifier',
  'ECDSA that names the key': 'the digest is that of digestAlgorithm, as with rsaEncryption',
  'PSS as it should be': 'sound',
  'PSS with a shorter salt, stated': 'sound (RFC 8017, 9.1)',
  'PSS without salt, stated': 'sound (RFC 8017, 9.1)',
  'end of contents behind a definite length': 'zeros are padding',
  'indefinite length': 'BER',
  'indefinite length without its end': 'the padding is its end',
  'length of five octets': 'BER',
  'value in pieces': 'BER',
  'signed attributes of indefinite length': 'BER; what is signed is DER',
  'unsigned attribute that nobody knows': 'says nothing',
  'content time-stamp before the signature': 'sound',
  'CRL as it should be': 'sound',
  'CRL of end entities only': 'the signer is one (RFC 5280, 5.2.5)',
  'CRL of an impostor that revokes beside a sound OCSP response': 'only its issuer revokes a certificate',
  'another certificate of the same key and serial number in front': 'the signed attribute names the one that counts (RFC 5035, 5.4)',
  'algorithms as the signed attribute states them': 'sound (RFC 6211)',
  'algorithms as the signed attribute states them, without NULL': 'NULL says what absent parameters say',
  'other algorithms in an unsigned attribute': 'only the signed attribute counts (RFC 6211, 2)',
  'OCSP response of the authority itself': 'sound (RFC 6960, 4.2.2.2)',
}

const forgeries = { ...messageForgeries, ...valueForgeries, ...evidenceForgeries }

/** Of each signature: what passes with what is told about it, otherwise the verdict with the error that decided it. */
function verdictsOf(options: SignedPdfOptions): string {
  const request = { documentType: 'PDF', policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const
  const answer = validate(signedPdf(options), 'trust/standard.json', request)
  if (answer.kind === 'refused') throw new Error(answer.code)
  const verdicts = answer.report.signatures.map(({ indication, subIndication, errors, warnings }) => {
    if (indication !== 'TOTAL-PASSED') return [indication, subIndication, errors[0]?.key].join(' ')
    const told = [...new Set(warnings.map(({ key }) => key))].sort().join(', ')
    return told === '' ? indication : `${indication}, told: ${told}`
  })
  return verdicts.join(' | ')
}

describe('a forged message or forged validation data in a PDF file', () => {
  it.each(Object.entries(forgeries))(
    'a forged message or forged validation data in a PDF file does not pass: %s',
    (_, { options, says }) => {
      expect(verdictsOf(options)).toBe(says)
    },
  )

  it('what passes in a forged PDF file without a word has its reason', () => {
    const silent = Object.entries(forgeries).flatMap(([name, { says }]) => (says === 'TOTAL-PASSED' ? [name] : []))
    expect(Object.keys(harmless).sort()).toEqual(silent.sort())
  })
})
