import { type Identity, issueCertificate } from '../certificate.js'
import { testKey } from '../keys.js'
import type { Name } from '../names.js'
import { person, pki, variantOf } from '../pki.js'

/** What DIGIDOC-XML needs beside the common test PKI: RSA signers, and authorities whose names mean something. */

const authority = (organization: string, commonName: string): Identity =>
  issueCertificate({
    subject: [
      ['C', 'EE'],
      ['O', organization],
      ['CN', commonName],
    ],
    key: testKey('second-authority'),
    notBefore: '2020-06-01T00:00:00Z',
    notAfter: '2040-06-01T00:00:00Z',
    basicConstraints: { ca: true },
    keyUsage: ['keyCertSign', 'cRLSign'],
    authorityKeyIdentifier: null,
  })

const mariLiis: Name = person('MÄNNIK', 'MARI-LIIS', '47101010033')
const signerOf = (issuer: Identity): Identity => variantOf(pki.rsaSigner, { issuer, subject: mariLiis })

/** Named as the authority whose signatures count as qualified. */
const estonianAuthority = authority('AS Sertifitseerimiskeskus', 'Invented Authority 2007')
const testAuthority = authority('Allkiri Test PKI', 'TEST of Invented Authority')

export const ddocPki = {
  signer: pki.rsaSigner,
  secondSigner: variantOf(pki.rsaSigner, { subject: person('JÕEORG', 'JAAK-KRISTJAN', '38001085718') }),
  estonianAuthority,
  estonianSigner: signerOf(estonianAuthority),
  testAuthority,
  testSigner: signerOf(testAuthority),
  foreignSigner: signerOf(pki.foreignAuthority),
} as const
