import { signedContainer } from '../asice.js'
import { hours, moments } from '../pki.js'
import { passes, type Sample, sample } from './sample.js'

const levelsWhy = 'EN 319 132-1 6: the form of the level, nothing wrong with it'

/** Signatures that pass, in the forms that real writers produce. */
export const soundSamples: readonly Sample[] = [
  sample(
    'lt',
    { what: 'LT with time-stamp, written like libdigidocpp', why: levelsWhy, document: () => signedContainer(), fixture: true },
    passes('LT'),
  ),
  sample(
    'lt-tm',
    {
      what: 'Time-mark: policy of BDOC 2.1, OCSP with the digest of the signature value as nonce',
      why: 'BDOC 2.1 6.1',
      document: () => signedContainer({ level: 'LT-TM' }),
      extension: 'bdoc',
      fixture: true,
    },
    passes('LT_TM'),
  ),
  sample(
    'lta',
    { what: 'LTA with one archive time-stamp', why: levelsWhy, document: () => signedContainer({ level: 'LTA' }), fixture: true },
    passes('LTA'),
  ),
  sample(
    'lta-two-archive-time-stamps',
    {
      what: 'LTA, renewed once',
      why: 'EN 319 132-1 5.5.2: the second covers the first',
      document: () => signedContainer({ level: 'LTA', archive: [{}, { genTime: moments.archive + hours(24) }] }),
    },
    passes('LTA'),
  ),
  sample(
    'lt-digidoc4j',
    {
      what: 'LT as DigiDoc4j writes it: exclusive canonicalization, one line',
      why: levelsWhy,
      document: () => signedContainer({ writer: 'digidoc4j' }),
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'lta-digidoc4j',
    {
      what: 'LTA as DigiDoc4j writes it',
      why: levelsWhy,
      document: () => signedContainer({ writer: 'digidoc4j', level: 'LTA' }),
    },
    passes('LTA'),
  ),
  sample(
    'lt-tm-jdigidoc',
    {
      what: 'Time-mark as JDigiDoc writes it: line breaks inside leaf elements, the whole packed',
      why: 'values are trimmed, hashed bytes are not',
      document: () =>
        signedContainer(
          { writer: 'jdigidoc', level: 'LT-TM' },
          { entries: (entries) => entries.map((entry) => ({ ...entry, method: 'deflated' })) },
        ),
      extension: 'bdoc',
      fixture: true,
    },
    passes('LT_TM'),
  ),
  sample(
    'lt-other-policy-digest',
    {
      what: 'Policy with a digest that is not the published one',
      why: 'BDOC 2.1: several digests occur with the same identifier, none is enforced',
      document: () => signedContainer({ level: 'LT-TM', policy: { digestValue: Buffer.alloc(32, 7) } }),
      extension: 'bdoc',
    },
    passes('LT_TM'),
  ),
  sample(
    'lt-certificate-v2',
    {
      what: 'SigningCertificateV2 without issuer, V2 of place and role',
      why: 'EN 319 132-1 5.2.2: the issuer is optional',
      document: () => signedContainer({ signingCertificate: { version: 'v2' }, productionPlace: true, roles: ['juhataja / kinnitan'] }),
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'lt-certificate-v2-with-issuer',
    {
      what: 'SigningCertificateV2 with IssuerSerialV2',
      why: 'EN 319 132-1 5.2.2',
      document: () => signedContainer({ signingCertificate: { version: 'v2', withIssuer: true } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-place-and-roles',
    {
      what: 'Place and two roles, one of them empty',
      why: 'informative properties',
      document: () => signedContainer({ productionPlace: true, roles: ['direktor', ''] }),
    },
    passes('LT'),
  ),
  sample(
    'lt-comments-kept',
    {
      what: 'Canonicalization with comments, and a comment in the signed properties',
      why: 'XMLDSIG 6.5',
      document: () =>
        signedContainer({
          canonicalization: 'c14n11WithComments',
          edit: (xml) => xml.replace('<xades:SigningTime>', '<!-- now --><xades:SigningTime>'),
        }),
    },
    passes('LT'),
  ),
  sample(
    'lt-time-stamp-canonicalization',
    {
      what: 'Time-stamp with a canonicalization of its own',
      why: 'EN 319 132-1 5.3: the method named in the time-stamp',
      document: () => signedContainer({ timeStampCanonicalization: 'exclusive' }),
    },
    passes('LT'),
  ),
]
