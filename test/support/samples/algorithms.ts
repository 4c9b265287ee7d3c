import { signedContainer } from '../asice.js'
import { pki, variantOf } from '../pki.js'
import type { SignatureOptions } from '../signature-options.js'
import type { DigestName } from '../signing.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const accepted = (id: string, what: string, options: SignatureOptions, ...warnings: string[]): Sample =>
  sample(
    `algorithm-${id}`,
    { what, why: 'an algorithm of the interface: accepted', document: () => signedContainer(options) },
    passes('LT', ...warnings),
  )

const weak = 'algorithm or key size not acceptable'

const sha3 = ['sha3-256', 'sha3-384', 'sha3-512'] as const

/** Everything of a signature by one digest: references, signature, certificates, answer, time-stamp. */
const throughout = (digest: DigestName): SignatureOptions => {
  const scheme = { kind: 'rsa', digest } as const
  const signer = variantOf(pki.rsaSigner, { scheme })
  return {
    signer,
    digest,
    scheme,
    signingCertificate: { digest },
    ocsp: { scheme, certIdDigest: digest },
    timeStamp: { digest, scheme },
  }
}

/** Algorithms and key sizes: those that pass, those that pass with a warning (decisions.md#weak-algorithms), those that do not. */
export const algorithmSamples: readonly Sample[] = [
  accepted('rsa-sha256', 'RSA 2048 with SHA-256', { signer: pki.rsaSigner }),
  accepted('rsa-sha384', 'RSA 2048 with SHA-384', { signer: pki.rsaSigner, scheme: { kind: 'rsa', digest: 'sha384' }, digest: 'sha384' }),
  accepted('rsa-sha512', 'RSA 3072 with SHA-512', {
    signer: pki.signerWithKey('signer-rsa-3072'),
    scheme: { kind: 'rsa', digest: 'sha512' },
    digest: 'sha512',
  }),
  accepted('rsa-sha224', 'RSA 2048 with SHA-224', { signer: pki.rsaSigner, scheme: { kind: 'rsa', digest: 'sha224' }, digest: 'sha224' }),
  accepted('rsa-pss-sha256', 'RSASSA-PSS with SHA-256', {
    signer: pki.rsaSigner,
    scheme: { kind: 'rsa-pss', digest: 'sha256' },
  }),
  accepted('rsa-pss-sha512', 'RSASSA-PSS with SHA-512', {
    signer: pki.rsaSigner,
    scheme: { kind: 'rsa-pss', digest: 'sha512' },
  }),
  accepted('ecdsa-p384', 'ECDSA on P-384 with SHA-384', {
    signer: pki.signerWithKey('signer-p384'),
    scheme: { kind: 'ecdsa', digest: 'sha384' },
  }),
  accepted('ecdsa-p521', 'ECDSA on P-521 with SHA-512', {
    signer: pki.signerWithKey('signer-p521'),
    scheme: { kind: 'ecdsa', digest: 'sha512' },
  }),
  accepted('ecdsa-brainpool-p256r1', 'ECDSA on brainpoolP256r1', { signer: pki.signerWithKey('signer-brainpool-p256r1') }),
  accepted('ecdsa-brainpool-p384r1', 'ECDSA on brainpoolP384r1', {
    signer: pki.signerWithKey('signer-brainpool-p384r1'),
    scheme: { kind: 'ecdsa', digest: 'sha384' },
  }),
  accepted('ecdsa-brainpool-p512r1', 'ECDSA on brainpoolP512r1', {
    signer: pki.signerWithKey('signer-brainpool-p512r1'),
    scheme: { kind: 'ecdsa', digest: 'sha512' },
  }),
  ...sha3.flatMap((digest) => [
    accepted(`${digest}-throughout`, `RSA with ${digest}, in every part of the signature`, throughout(digest)),
    accepted(`rsa-pss-${digest}`, `RSASSA-PSS with ${digest}`, { signer: pki.rsaSigner, scheme: { kind: 'rsa-pss', digest }, digest }),
    accepted(`ecdsa-${digest}`, `ECDSA with ${digest}`, { scheme: { kind: 'ecdsa', digest }, digest }),
    accepted(`answer-pss-${digest}`, `Answer of the responder with RSASSA-PSS and ${digest}`, {
      ocsp: { scheme: { kind: 'rsa-pss', digest } },
    }),
    accepted(`time-stamp-pss-${digest}`, `Time-stamp with RSASSA-PSS and ${digest}`, {
      timeStamp: { digest, scheme: { kind: 'rsa-pss', digest } },
    }),
  ]),
  sample(
    'weak-sha3-224-reference',
    { what: 'SHA3-224 in the references', why: weak, document: () => signedContainer({ digest: 'sha3-224' }) },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['reference-algorithm-acceptable']),
  ),
  sample(
    'weak-ripemd160-reference',
    { what: 'RIPEMD-160 in the references', why: 'a warning', document: () => signedContainer({ digest: 'ripemd160' }) },
    passes('LT', 'digest-strong'),
  ),
  sample(
    'weak-ripemd160-signature',
    {
      what: 'RSA with RIPEMD-160',
      why: 'a warning',
      document: () => signedContainer({ signer: pki.rsaSigner, scheme: { kind: 'rsa', digest: 'ripemd160' } }),
    },
    passes('LT', 'digest-strong'),
  ),
  sample(
    'weak-ripemd160-time-stamp',
    { what: 'Imprint with RIPEMD-160', why: 'a warning', document: () => signedContainer({ timeStamp: { digest: 'ripemd160' } }) },
    passes('LT', 'digest-strong'),
  ),
  sample(
    'weak-digests-of-two-kinds',
    {
      what: 'RIPEMD-160 in the references and SHA-1 in the signature',
      why: 'a warning for each',
      document: () => signedContainer({ signer: pki.rsaSigner, scheme: { kind: 'rsa', digest: 'sha1' }, digest: 'ripemd160' }),
    },
    passes('LT', 'digest-strong', 'digest-strong'),
  ),
  ...(['1024', '2048'] as const).map((size) =>
    sample(
      `weak-dsa-${size}`,
      {
        what: `DSA with ${size} bits`,
        why: 'a warning that names the algorithm and the size',
        document: () => signedContainer({ signer: pki.signerWithKey(`signer-dsa-${size}`), scheme: { kind: 'dsa', digest: 'sha256' } }),
      },
      passes('LT', 'key-strong'),
    ),
  ),
  sample(
    'weak-sha1-reference',
    { what: 'SHA-1 in the references', why: 'a warning', document: () => signedContainer({ digest: 'sha1' }), fixture: true },
    passes('LT', 'digest-strong'),
  ),
  sample(
    'weak-sha1-signature',
    {
      what: 'RSA with SHA-1',
      why: 'a warning',
      document: () => signedContainer({ signer: pki.rsaSigner, scheme: { kind: 'rsa', digest: 'sha1' } }),
    },
    passes('LT', 'digest-strong'),
  ),
  sample(
    'weak-rsa-1024',
    {
      what: 'RSA 1024',
      why: 'a warning',
      document: () => signedContainer({ signer: pki.signerWithKey('signer-rsa-1024') }),
      fixture: true,
    },
    passes('LT', 'key-strong'),
  ),
  sample(
    'weak-p192',
    {
      what: 'ECDSA on P-192',
      why: 'the smallest curve that the policy accepts',
      document: () => signedContainer({ signer: pki.signerWithKey('signer-p192') }),
    },
    passes('LT', 'key-strong'),
  ),
  sample(
    'digest-info-without-null',
    {
      what: 'RSA DigestInfo whose parameters are absent instead of NULL',
      why: 'occurs in real files; accepted with a warning',
      document: () => signedContainer({ signer: pki.rsaSigner, scheme: { kind: 'rsa-without-null', digest: 'sha256' } }),
    },
    passes('LT', 'signature-digest-info-complete'),
  ),
  sample(
    'bare-hash-without-digest-info',
    {
      what: 'RSA over the bare hash, without DigestInfo',
      why: 'BDOC 2.1: must fail, the signature is not intact',
      document: () => signedContainer({ signer: pki.rsaSigner, scheme: { kind: 'rsa-bare-hash', digest: 'sha256' } }),
      fixture: true,
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  sample(
    'weak-md5-reference',
    { what: 'MD5 in the references', why: weak, document: () => signedContainer({ digest: 'md5' }), fixture: true },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['reference-algorithm-acceptable']),
  ),
  sample(
    'weak-md5-signature',
    { what: 'RSA with MD5', why: weak, document: () => signedContainer({ signer: pki.rsaSigner, scheme: { kind: 'rsa', digest: 'md5' } }) },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['signature-algorithm-acceptable']),
  ),
  sample(
    'weak-rsa-512',
    { what: 'RSA 512', why: weak, document: () => signedContainer({ signer: pki.signerWithKey('signer-rsa-512') }) },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['signature-algorithm-acceptable'], ['key-strong']),
  ),
  sample(
    'certificate-reference-md5',
    {
      what: 'MD5 in the reference to the signing certificate',
      why: weak,
      document: () => signedContainer({ signingCertificate: { digest: 'md5' } }),
    },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['certificate-reference-algorithm-acceptable']),
  ),
  sample(
    'unknown-signature-algorithm',
    {
      what: 'Signature method that nobody knows',
      why: weak,
      document: () => signedContainer({ signatureMethod: 'http://example.org/quantum-signature' }),
    },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['signature-algorithm-known']),
  ),
  sample(
    'unknown-digest-algorithm',
    {
      what: 'Digest method of the data file that nobody knows',
      why: weak,
      document: () =>
        signedContainer({
          references: ([first, ...rest]) =>
            first === undefined ? rest : [{ ...first, digestUri: 'http://example.org/quantum-digest' }, ...rest],
        }),
    },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['signed-data-digest-known']),
  ),
  sample(
    'algorithm-of-another-key-type',
    {
      what: 'An EC certificate under an RSA signature method',
      why: 'the value cannot verify with this key',
      document: () => signedContainer({ signatureMethod: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact', 'signature-algorithm-acceptable']),
  ),
]
