import { type Identity, issueCertificate } from '../certificate.js'
import { testKey } from '../keys.js'
import type { ListOptions } from './list-options.js'

/** Somebody who signs lists. Keys are few and shared: what tells signers apart is the certificate. */
export function listSigner(
  commonName: string,
  key = 'signer-p256',
  { notBefore = '2024-01-01T00:00:00Z', notAfter = '2029-01-01T00:00:00Z' } = {},
): Identity {
  return issueCertificate({
    subject: [
      ['C', 'EU'],
      ['O', 'Test Supervisors'],
      ['CN', commonName],
    ],
    key: testKey(key),
    notBefore,
    notAfter,
    basicConstraints: null,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
  })
}

export const listSigners = {
  /** Pinned: signs the first list of lists and the first pivot. */
  lotl: listSigner('List of Lists Signer 1'),
  /** Announced by the first pivot. */
  lotlSecond: listSigner('List of Lists Signer 2', 'second-signer-p256'),
  /** Announced by the second pivot. */
  lotlThird: listSigner('List of Lists Signer 3', 'signer-p384'),
  ee: listSigner('Estonian Signer', 'second-signer-p256'),
  eeSecond: listSigner('Estonian Signer 2', 'signer-p384'),
  lv: listSigner('Latvian Signer', 'signer-p384'),
  fi: listSigner('Finnish Signer', 'signer-rsa-2048'),
  /** Announced by nobody. */
  stranger: listSigner('Stranger', 'foreign-authority'),
} as const

/** Who signs a list where its options do not say. */
export function defaultSigner({ kind, territory }: ListOptions): Identity {
  if (kind === 'EUlistofthelists') return listSigners.lotl
  switch (territory) {
    case 'LV':
      return listSigners.lv
    case 'FI':
      return listSigners.fi
    default:
      return listSigners.ee
  }
}
