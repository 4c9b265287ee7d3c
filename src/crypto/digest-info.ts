import type { DigestAlgorithm } from '#model'

/** Content of the OBJECT IDENTIFIER of each digest, hex. WHIRLPOOL and RIPEMD-160: ISO/IEC 10118-3 and TeleTrusT. */
const identifiers: Readonly<Record<DigestAlgorithm, string>> = {
  MD5: '2a864886f70d0205',
  SHA1: '2b0e03021a',
  SHA224: '608648016503040204',
  SHA256: '608648016503040201',
  SHA384: '608648016503040202',
  SHA512: '608648016503040203',
  'SHA3-224': '608648016503040207',
  'SHA3-256': '608648016503040208',
  'SHA3-384': '608648016503040209',
  'SHA3-512': '60864801650304020a',
  RIPEMD160: '2b24030201',
  WHIRLPOOL: '28cf06030037',
}

/** DER AlgorithmIdentifier of a digest. RFC 8017 B.1 asks for NULL parameters; some signers leave them out. */
export function encodeDigestAlgorithm(algorithm: DigestAlgorithm, withNull: boolean): Buffer {
  const identifier = Buffer.from(identifiers[algorithm], 'hex')
  const oid = Buffer.concat([Buffer.of(0x06, identifier.length), identifier])
  const parameters = withNull ? Buffer.of(0x05, 0x00) : Buffer.alloc(0)
  return Buffer.concat([Buffer.of(0x30, oid.length + parameters.length), oid, parameters])
}

/** DER DigestInfo (RFC 8017, A.2.4). `digest` is the digest itself, at most 64 octets, so every length fits in one octet. */
export function encodeDigestInfo(algorithm: DigestAlgorithm, digest: Uint8Array, withNull: boolean): Buffer {
  const identifier = encodeDigestAlgorithm(algorithm, withNull)
  return Buffer.concat([Buffer.of(0x30, identifier.length + 2 + digest.length), identifier, Buffer.of(0x04, digest.length), digest])
}
