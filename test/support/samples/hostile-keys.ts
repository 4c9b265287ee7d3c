import { signedContainer } from '../asice.js'
import { bitString, context, integer, nullValue, objectIdentifier, sequence } from '../der.js'
import { testKey } from '../keys.js'
import { type OcspOptions, ocspResponse } from '../ocsp.js'
import { pki, variantOf } from '../pki.js'
import { digestAlgorithm } from '../signing.js'
import { isIndeterminate, passes, type Sample, sample } from './sample.js'

/** A key on P-256 that is the point at infinity: one octet. */
const infinity = sequence(sequence(objectIdentifier('1.2.840.10045.2.1'), objectIdentifier('1.2.840.10045.3.1.7')), bitString(Buffer.of(0)))

/** RSASSA-PSS with another digest in MGF1 than for the message. */
const pss = (saltLength: number): Buffer => {
  const mgf = sequence(objectIdentifier('1.2.840.113549.1.1.8'), sequence(objectIdentifier('1.3.14.3.2.26'), nullValue()))
  const parameters = sequence(context(0, digestAlgorithm('sha256')), context(1, mgf), context(2, integer(saltLength)))
  return sequence(objectIdentifier('1.2.840.113549.1.1.10'), parameters)
}

/** A sound document to which somebody else has added an answer: nobody signs RevocationValues. */
const withAddedAnswer = (added: Partial<OcspOptions>) => (): Buffer =>
  signedContainer({
    revocationValues: () => ({
      ocsp: [ocspResponse({ certificate: pki.signer }), ocspResponse({ certificate: pki.signer, ...added })],
    }),
  })

const rsaResponder = variantOf(pki.delegatedResponder, { key: testKey('signer-rsa-2048') })
const nobodysResponder = variantOf(pki.delegatedResponder, { publicKeyInfo: infinity })
const useless = 'a datum that cannot be verified is as good as missing, and costs the others nothing'

/** Keys and parameters that the platform refuses, or over which it stumbles. */
export const hostileKeySamples: readonly Sample[] = [
  ...[127, 128, 255, 32_767, 32_768].map((salt) =>
    sample(
      `added-answer-pss-salt-${salt}`,
      {
        what: `Beside the confirmation an answer whose RSASSA-PSS has a salt of ${salt} octets`,
        why: useless,
        document: withAddedAnswer({ responder: rsaResponder, algorithm: pss(salt) }),
      },
      passes('LT'),
    ),
  ),
  sample(
    'added-answer-key-at-infinity',
    {
      what: 'Beside the confirmation an answer of a responder whose key is the point at infinity',
      why: useless,
      document: withAddedAnswer({ responder: nobodysResponder }),
    },
    passes('LT'),
  ),
  sample(
    'added-authority-key-at-infinity',
    {
      what: 'A certificate of the issuing authority whose key is the point at infinity stands beside the true one',
      why: 'anybody can add certificates; one that proves nothing takes nothing away',
      document: () =>
        signedContainer({
          certificateValues: [
            variantOf(pki.issuingAuthority, { publicKeyInfo: infinity }).certificate,
            pki.issuingAuthority.certificate,
            pki.timeStampingUnit.certificate,
          ],
        }),
    },
    passes('LT'),
  ),
  sample(
    'signer-key-at-infinity',
    {
      what: "The key in the signer's certificate is the point at infinity",
      why: 'SEC 1 3.2.2.1: no public key; nothing can be verified with it',
      document: () => signedContainer({ signer: variantOf(pki.signer, { publicKeyInfo: infinity }) }),
    },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['signature-algorithm-known']),
  ),
]
