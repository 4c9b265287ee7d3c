import { signedContainer } from '../asice.js'
import type { CertificateOptions, Identity } from '../certificate.js'
import { type CrlExtension, certificateRevocationList } from '../crl.js'
import { context, contextPrimitive, generalizedTime, integer, nullValue, objectIdentifier, sequence } from '../der.js'
import { encodeName } from '../names.js'
import { ocspResponse } from '../ocsp.js'
import { at, pki, variantOf } from '../pki.js'
import type { SignatureOptions } from '../signature-options.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

/** A signer below an authority that differs in one field; with a responder of that authority and a revocation list of the root about it. */
function below(changes: Partial<CertificateOptions>): SignatureOptions {
  return under(variantOf(pki.issuingAuthority, changes))
}

/** A revocation list that covers expired certificates since 2020 (X.509 9.5.2.8). */
const coversExpired: CrlExtension = { oid: '2.5.29.60', value: generalizedTime(at('2020-01-01T00:00:00Z')) }

function under(authority: Identity, extensions: readonly CrlExtension[] = []): SignatureOptions {
  const signer = variantOf(pki.signer, { issuer: authority })
  return {
    signer,
    revocationValues: () => ({
      ocsp: [ocspResponse({ certificate: signer, responder: pki.listedResponder })],
      crl: [certificateRevocationList({ issuer: pki.root, extensions })],
    }),
  }
}

/** A signer below an authority that renewed its certificate for the same key after the signature, and signed the OCSP response about the signer itself. */
function renewed(certificates: readonly ('before' | 'after')[]): SignatureOptions {
  const before = variantOf(pki.issuingAuthority, { notAfter: '2026-05-01T00:00:00Z' })
  const after = variantOf(pki.issuingAuthority, { notBefore: '2026-04-01T00:00:00Z' })
  const signer = variantOf(pki.signer, { issuer: before })
  const state = { producedAt: at('2026-05-20T00:00:00Z'), thisUpdate: at('2026-05-20T00:00:00Z') }
  return {
    signer,
    certificateValues: certificates.map((each) => (each === 'before' ? before : after).certificate),
    revocationValues: () => ({
      ocsp: [
        ocspResponse({ certificate: signer, responder: before, certificates: [] }),
        ocspResponse({ certificate: after, responder: pki.root, ...state }),
      ],
    }),
  }
}

const expiredAuthority = variantOf(pki.issuingAuthority, { notAfter: '2026-03-01T00:00:00Z' })
const outside = 'best signature time outside the validity of the certificate'
const path = 'RFC 5280 6.1: every authority below the anchor is judged'

/** An authority that no list names, below an issuing authority that may have none below it. */
const tooDeep = variantOf(pki.foreignAuthority, { issuer: pki.issuingAuthority })

/** Paths, anchors, validity. */
export const chainSamples: readonly Sample[] = [
  sample(
    'chain-unknown',
    {
      what: 'The signer was certified by somebody whom nobody trusts',
      why: 'no path to an anchor',
      document: () => signedContainer({ signer: pki.signerOf(pki.foreignAuthority), ocsp: { responder: pki.listedResponder } }),
      fixture: true,
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['certificate-chain-found']),
  ),
  sample(
    'no-trust-at-all',
    {
      what: 'A sound signature, and nothing is trusted',
      why: 'no path to an anchor',
      document: () => signedContainer(),
      trust: 'none',
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', [
      'certificate-chain-found',
      'revocation-issuer-chain-found',
      'existence-proven',
      'certificate-chain-found',
    ]),
    ['trust-missing'],
  ),
  sample(
    'certificate-self-made',
    {
      what: 'The signer wrote a certificate with the name of the trusted authority as issuer',
      why: 'a link counts only when its signature verifies',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { tamperSignature: (signature) => signature.map((octet) => octet ^ 1) as Buffer }),
        }),
      fixture: true,
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['certificate-signature-intact']),
  ),
  sample(
    'authority-look-alike',
    {
      what: 'An authority with the name of the trusted one and a key of its own issued the certificate',
      why: 'a name is no identity',
      document: () => {
        const lookAlike = variantOf(pki.foreignAuthority, { subject: pki.issuingAuthority.certificate.subject })
        return signedContainer({
          signer: variantOf(pki.signer, { issuer: lookAlike }),
          ocsp: { responder: pki.listedResponder },
          certificateValues: [lookAlike.certificate],
        })
      },
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['certificate-chain-found']),
  ),
  sample(
    'authority-withdrawn',
    {
      what: 'The authority had lost its status when it issued the certificate',
      why: 'decisions.md#service-status',
      document: () => signedContainer(),
      trust: 'authority-withdrawn-before',
      fixture: true,
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['trust-service-status']),
  ),
  sample(
    'authority-is-responder',
    {
      what: 'A listed OCSP responder issued a certificate',
      why: 'TS 119 612 5.5.1: an anchor counts for what it is listed as',
      document: () =>
        signedContainer({ signer: variantOf(pki.signer, { issuer: pki.listedResponder }), ocsp: { responder: pki.listedResponder } }),
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['trust-service-type']),
  ),
  sample(
    'authority-is-no-authority',
    {
      what: 'The certificate in the middle of the path is no authority',
      why: path,
      document: () => signedContainer(below({ basicConstraints: { ca: false } })),
      trust: 'root',
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['authority-basic-constraints']),
  ),
  sample(
    'authority-without-basic-constraints',
    {
      what: 'The certificate in the middle of the path has no basicConstraints',
      why: path,
      document: () => signedContainer(below({ basicConstraints: null })),
      trust: 'root',
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['authority-basic-constraints']),
  ),
  sample(
    'authority-without-key-cert-sign',
    {
      what: 'The authority may sign revocation lists only',
      why: path,
      document: () => signedContainer(below({ keyUsage: ['cRLSign'] })),
      trust: 'root',
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['authority-key-usage']),
  ),
  ...(['root', 'standard'] as const).map((trust) =>
    sample(
      trust === 'root' ? 'authority-too-deep' : 'authority-too-deep-below-an-anchor',
      {
        what: 'An authority below one whose path length is zero',
        why: 'RFC 5280 6.1: every authority below the anchor is judged, also by what the anchor says of them',
        document: () => {
          const { signer = pki.signer } = under(tooDeep)
          return signedContainer({
            signer,
            certificateValues: [tooDeep.certificate, pki.issuingAuthority.certificate, pki.timeStampingUnit.certificate],
            revocationValues: () => ({
              ocsp: [ocspResponse({ certificate: signer, responder: pki.listedResponder }), ocspResponse({ certificate: tooDeep })],
              crl: [certificateRevocationList({ issuer: pki.root })],
            }),
          })
        },
        trust,
      },
      isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['authority-path-length']),
    ),
  ),
  sample(
    'authority-critical-extension',
    {
      what: 'The authority has a critical extension that nobody knows',
      why: path,
      document: () => signedContainer(below({ further: [{ oid: '1.3.6.1.4.1.99999.7', critical: true, value: nullValue() }] })),
      trust: 'root',
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['certificate-critical-extensions']),
  ),
  sample(
    'certificate-critical-extension',
    {
      what: 'The certificate of the signer has a critical extension that nobody knows',
      why: 'RFC 5280 4.2',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { further: [{ oid: '1.3.6.1.4.1.99999.7', critical: true, value: nullValue() }] }),
        }),
      fixture: true,
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['certificate-critical-extensions']),
  ),
  sample(
    'certificate-algorithm-outside',
    {
      what: 'Outside of what the authority signed, the certificate of the signer states other parameters of its signature algorithm',
      why: 'RFC 5280 4.1.1.2: the same as inside',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { outerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.2'), integer(1)) }),
        }),
    },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-identified']),
  ),
  sample(
    'authority-policy-constraints',
    {
      what: 'The authority asks for explicit policies and inhibits anyPolicy, both critical',
      why: 'decisions.md#certificate-policies: published authorities do, and policies decide nothing here',
      document: () =>
        signedContainer(
          below({
            further: [
              { oid: '2.5.29.36', critical: true, value: sequence(contextPrimitive(0, Buffer.of(0))) },
              { oid: '2.5.29.54', critical: true, value: integer(0) },
            ],
          }),
        ),
      trust: 'root',
    },
    passes('LT'),
  ),
  sample(
    'authority-name-constraints',
    {
      what: 'The authority may certify Latvians only',
      why: 'RFC 5280 4.2.1.10',
      document: () =>
        signedContainer(
          below({
            further: [{ oid: '2.5.29.30', critical: true, value: sequence(context(0, sequence(context(4, encodeName([['C', 'LV']]))))) }],
          }),
        ),
      trust: 'root',
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['certificate-name-constraints']),
  ),
  sample(
    'authority-revoked',
    {
      what: 'The root revoked the authority before the signature',
      why: 'EN 319 102-1 5.2.6 step 4',
      document: () =>
        signedContainer({
          revocationValues: () => ({
            ocsp: [ocspResponse({ certificate: pki.signer })],
            crl: [
              certificateRevocationList({
                issuer: pki.root,
                revoked: [
                  { serialNumber: pki.issuingAuthority.certificate.serialNumber, revokedAt: at('2026-02-01T00:00:00Z'), reason: 2 },
                ],
              }),
            ],
          }),
        }),
      trust: 'root',
    },
    isIndeterminate('LT', 'REVOKED_CA_NO_POE', ['authority-not-revoked']),
  ),
  ...([['after'], ['before', 'after'], ['after', 'before']] as const).map((certificates) =>
    sample(
      `authority-renewed-${certificates.join('-')}`,
      {
        what: 'The authority, whose certificate was renewed for the same key after the signature, signed the OCSP response itself',
        why: 'decisions.md#helper-expiry: the certificate of an authority may be newer',
        document: () => signedContainer(renewed(certificates)),
        trust: 'root',
      },
      passes('LT'),
    ),
  ),
  sample(
    'authority-not-renewed',
    {
      what: 'The same without the renewed certificate, which alone is confirmed',
      why: 'EN 319 102-1 5.2.6 step 4',
      document: () => signedContainer(renewed(['before'])),
      trust: 'root',
    },
    isIndeterminate('LT', 'TRY_LATER', ['authority-revocation-data-available']),
  ),
  sample(
    'authority-without-revocation-data',
    {
      what: 'Only the root is trusted, and nothing says whether the authority is revoked',
      why: 'EN 319 102-1 5.2.6 step 4',
      document: () => signedContainer(),
      trust: 'root',
    },
    isIndeterminate('LT', 'TRY_LATER', ['authority-revocation-data-available']),
  ),
  sample(
    'signer-expired-before',
    {
      what: 'The certificate had expired before the time-stamp',
      why: outside,
      document: () => signedContainer({ signer: variantOf(pki.signer, { notAfter: '2026-03-01T00:00:00Z' }) }),
      fixture: true,
    },
    isIndeterminate('LT', 'OUT_OF_BOUNDS_NO_POE', ['certificate-valid', 'revocation-covers-certificate']),
  ),
  sample(
    'time-mark-signer-expired-before',
    {
      what: 'The certificate had expired before the time-mark',
      why: outside,
      document: () => signedContainer({ level: 'LT-TM', signer: variantOf(pki.signer, { notAfter: '2026-03-01T00:00:00Z' }) }),
      extension: 'bdoc',
    },
    isIndeterminate('LT_TM', 'OUT_OF_BOUNDS_NO_POE', ['certificate-valid', 'revocation-covers-certificate']),
  ),
  sample(
    'signer-not-yet-valid',
    {
      what: 'The certificate was not valid yet',
      why: outside,
      document: () => signedContainer({ signer: variantOf(pki.signer, { notBefore: '2026-03-20T00:00:00Z' }) }),
      fixture: true,
    },
    isIndeterminate('LT', 'OUT_OF_BOUNDS_NO_POE', ['certificate-valid', 'revocation-issued-after-certificate']),
  ),
  sample(
    'claimed-time-outside-validity',
    {
      what: 'The claimed time lies before the validity of the certificate, the time-stamp within it',
      why: 'the claimed time proves nothing',
      document: () => signedContainer({ signingTime: at('2020-01-01T00:00:00Z') }),
    },
    passes('LT'),
  ),
  sample(
    'certificate-weak-algorithm',
    {
      what: 'The authority signed the certificate with RSA and MD5',
      why: 'algorithm not acceptable; such certificates have been forged',
      document: () => signedContainer({ signer: variantOf(pki.signer, { scheme: { kind: 'rsa', digest: 'md5' } }) }),
    },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['certificate-algorithm-acceptable']),
  ),
  sample(
    'authority-expired-before',
    {
      what: 'The authority in the middle of the path had expired before the time-stamp',
      why: 'RFC 5280 6.1.3 (a) (2); decisions.md#helper-expiry is about later expiry',
      document: () => signedContainer(under(expiredAuthority, [coversExpired])),
      trust: 'root',
    },
    isIndeterminate('LT', 'OUT_OF_BOUNDS_NO_POE', ['authority-valid']),
  ),
  sample(
    'authority-expired-before-uncovered',
    {
      what: 'The authority in the middle of the path had expired before the time-stamp, and the revocation list need not name it',
      why: 'RFC 5280 3.3: a list need not keep what has expired',
      document: () => signedContainer(under(expiredAuthority)),
      trust: 'root',
    },
    isIndeterminate('LT', 'OUT_OF_BOUNDS_NO_POE', ['authority-valid', 'revocation-covers-certificate']),
  ),
  sample(
    'qualified-policy',
    {
      what: 'A sound signature under POLv2, with trust that says nothing about qualification',
      why: 'would pass, but not QES',
      document: () => signedContainer(),
      policy: 'POLv2',
      fixture: true,
    },
    fails('LT', 'CHAIN_CONSTRAINTS_FAILURE', ['signature-level-qualified']),
  ),
]
