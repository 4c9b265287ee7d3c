import type { DigestAlgorithm, DigestFacts } from '#model'

/** AlgorithmIdentifier of each digest in DER: its OID with NULL parameters (RFC 5754, 2; RFC 8702). */
const algorithmIdentifiers: Readonly<Partial<Record<DigestAlgorithm, string>>> = {
  MD5: '300c06082a864886f70d02050500',
  SHA1: '300906052b0e03021a0500',
  SHA224: '300d06096086480165030402040500',
  SHA256: '300d06096086480165030402010500',
  SHA384: '300d06096086480165030402020500',
  SHA512: '300d06096086480165030402030500',
  'SHA3-224': '300d06096086480165030402070500',
  'SHA3-256': '300d06096086480165030402080500',
  'SHA3-384': '300d06096086480165030402090500',
  'SHA3-512': '300d060960864801650304020a0500',
  RIPEMD160: '300906052b240302010500',
}

/**
 * A digest as MessageImprint (RFC 3161, 2.4.1), which has the form of a DigestInfo: DER in base64. Null for an algorithm without identifier, and for a value that
 * is not as short as every digest is.
 */
export function messageImprintOf({ algorithm, value }: DigestFacts): string | null {
  const identifier = algorithm === null ? undefined : algorithmIdentifiers[algorithm]
  const octets = value.length / 2
  // Lengths up to 127 octets take one octet in DER.
  if (identifier === undefined || octets === 0 || octets > 64) return null
  const length = (count: number) => count.toString(16).padStart(2, '0')
  return Buffer.from(`30${length(identifier.length / 2 + 2 + octets)}${identifier}04${length(octets)}${value}`, 'hex').toString('base64')
}

/** The digest alone, in base64. */
export function bareDigestOf({ value }: DigestFacts): string | null {
  return value === '' ? null : Buffer.from(value, 'hex').toString('base64')
}
