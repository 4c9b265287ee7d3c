import { constants, createECDH, createHash, createHmac, type KeyObject, privateEncrypt, sign } from 'node:crypto'
import { context, integer, nullValue, objectIdentifier, octetString, sequence } from './der.js'

/** Names of node:crypto. */
export type DigestName =
  | 'md5'
  | 'sha1'
  | 'sha224'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'sha3-224'
  | 'sha3-256'
  | 'sha3-384'
  | 'sha3-512'
  | 'ripemd160'

export interface SignatureScheme {
  /** `rsa-bare-hash`: no DigestInfo at all; `rsa-without-null`: DigestInfo whose parameters are absent. Both occur in real files. */
  readonly kind: 'rsa' | 'rsa-pss' | 'ecdsa' | 'dsa' | 'rsa-without-null' | 'rsa-bare-hash'
  readonly digest: DigestName
  /** RSASSA-PSS: the digest of MGF1, where it is another one. */
  readonly maskDigest?: DigestName
}

export const digestOids: Readonly<Record<DigestName, string>> = {
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  'sha3-224': '2.16.840.1.101.3.4.2.7',
  'sha3-256': '2.16.840.1.101.3.4.2.8',
  'sha3-384': '2.16.840.1.101.3.4.2.9',
  'sha3-512': '2.16.840.1.101.3.4.2.10',
  ripemd160: '1.3.36.3.2.1',
}

export const hash = (digest: DigestName, ...data: readonly Uint8Array[]): Buffer => {
  const state = createHash(digest)
  for (const part of data) state.update(part)
  return state.digest()
}

export const digestAlgorithm = (digest: DigestName): Buffer => sequence(objectIdentifier(digestOids[digest]), nullValue())

/** DigestInfo of PKCS #1: what an RSA signature holds, and what the nonce of a time-mark is. */
export const digestInfo = (digest: DigestName, value: Buffer, parameters: Buffer | null = nullValue()): Buffer =>
  sequence(sequence(objectIdentifier(digestOids[digest]), parameters), octetString(value))

const rsaOids: Partial<Record<DigestName, string>> = {
  md5: '1.2.840.113549.1.1.4',
  sha1: '1.2.840.113549.1.1.5',
  sha224: '1.2.840.113549.1.1.14',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
  'sha3-224': '2.16.840.1.101.3.4.3.13',
  'sha3-256': '2.16.840.1.101.3.4.3.14',
  'sha3-384': '2.16.840.1.101.3.4.3.15',
  'sha3-512': '2.16.840.1.101.3.4.3.16',
  ripemd160: '1.3.36.3.3.1.2',
}
const ecdsaOids: Partial<Record<DigestName, string>> = {
  sha1: '1.2.840.10045.4.1',
  sha224: '1.2.840.10045.4.3.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
  'sha3-224': '2.16.840.1.101.3.4.3.9',
  'sha3-256': '2.16.840.1.101.3.4.3.10',
  'sha3-384': '2.16.840.1.101.3.4.3.11',
  'sha3-512': '2.16.840.1.101.3.4.3.12',
}

/** AlgorithmIdentifier of a signature. */
export function signatureAlgorithm(scheme: SignatureScheme): Buffer {
  if (scheme.kind === 'rsa-pss') {
    const digest = digestAlgorithm(scheme.digest)
    const mgf = sequence(objectIdentifier('1.2.840.113549.1.1.8'), digestAlgorithm(scheme.maskDigest ?? scheme.digest))
    const salt = hash(scheme.digest).length
    return sequence(objectIdentifier('1.2.840.113549.1.1.10'), sequence(context(0, digest), context(1, mgf), context(2, integer(salt))))
  }
  const oid = (scheme.kind === 'ecdsa' ? ecdsaOids : rsaOids)[scheme.digest]
  if (oid === undefined) throw new Error(`no identifier for ${scheme.kind} with ${scheme.digest}`)
  return sequence(objectIdentifier(oid), scheme.kind === 'ecdsa' ? null : nullValue())
}

/** The scheme that suits a key: what the test PKI uses where nothing else is asked for. */
export function schemeFor(key: KeyObject, digest: DigestName = 'sha256'): SignatureScheme {
  const { asymmetricKeyType } = key
  return { kind: asymmetricKeyType === 'ec' ? 'ecdsa' : asymmetricKeyType === 'dsa' ? 'dsa' : 'rsa', digest }
}

/**
 * Signs, always with the same result for the same input (but not with DSA): ECDSA takes its nonce from RFC 6979 and PSS its salt from the message.
 * So fixtures can be made again, byte for byte.
 */
export function signBytes(key: KeyObject, scheme: SignatureScheme, data: Uint8Array, ecdsaEncoding: 'der' | 'ieee-p1363'): Buffer {
  const digest = hash(scheme.digest, data)
  switch (scheme.kind) {
    case 'rsa':
      return sign(scheme.digest, data, key)
    case 'rsa-without-null':
      return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfo(scheme.digest, digest, null))
    case 'rsa-bare-hash':
      return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digest)
    case 'rsa-pss':
      return signPss(key, scheme, digest)
    case 'dsa':
      return sign(scheme.digest, data, { key, dsaEncoding: ecdsaEncoding })
    case 'ecdsa':
      return signEcdsa(key, scheme.digest, digest, ecdsaEncoding)
  }
}

/** EMSA-PSS of RFC 8017 9.1.1 with a salt as long as the digest. */
function signPss(key: KeyObject, { digest, maskDigest = digest }: SignatureScheme, messageHash: Buffer): Buffer {
  const modulusBits = key.asymmetricKeyDetails?.modulusLength ?? 0
  const length = Math.ceil((modulusBits - 1) / 8)
  const salt = hash(digest, Buffer.from('salt'), messageHash)
  const seed = hash(digest, Buffer.alloc(8), messageHash, salt)
  const block = Buffer.concat([Buffer.alloc(length - 2 * seed.length - 2), Buffer.from([1]), salt])
  const mask = maskGeneration(maskDigest, seed, block.length)
  for (const [i, octet] of mask.entries()) block[i] = (block[i] ?? 0) ^ octet
  block[0] = (block[0] ?? 0) & (0xff >> (8 * length - (modulusBits - 1)))
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.concat([block, seed, Buffer.from([0xbc])]))
}

function maskGeneration(digest: DigestName, seed: Buffer, length: number): Buffer {
  const blocks: Buffer[] = []
  for (let counter = 0, made = 0; made < length; counter += 1) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    const block = hash(digest, seed, number)
    blocks.push(block)
    made += block.length
  }
  return Buffer.concat(blocks).subarray(0, length)
}

/** Order of the group of each curve, by its name in OpenSSL. */
const curveOrders: Readonly<Record<string, bigint>> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  secp521r1:
    0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  brainpoolP256r1: 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7n,
  brainpoolP384r1: 0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565n,
  brainpoolP512r1:
    0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069n,
  prime192v1: 0xffffffffffffffffffffffff99def836146bc9b1b4d22831n,
  secp224r1: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
}

/** ECDSA with the nonce of RFC 6979; the point multiplication is OpenSSL's. */
function signEcdsa(key: KeyObject, digest: DigestName, messageHash: Buffer, encoding: 'der' | 'ieee-p1363'): Buffer {
  const curve = key.asymmetricKeyDetails?.namedCurve ?? ''
  const order = curveOrders[curve]
  if (order === undefined) throw new Error(`no group order for the curve ${curve}`)
  const bits = order.toString(2).length
  const length = Math.ceil(bits / 8)
  const secret = toNumber(privateScalar(key))
  const message = leftmostBits(messageHash, bits)
  for (const nonce of nonces(digest, secret, message % order, order, length, bits)) {
    const ecdh = createECDH(curve)
    ecdh.setPrivateKey(toOctets(nonce, length))
    const point = ecdh.getPublicKey()
    const r = toNumber(point.subarray(1, (point.length + 1) / 2)) % order
    const s = (invert(nonce, order) * (message + r * secret)) % order
    if (r === 0n || s === 0n) continue
    return encoding === 'der' ? sequence(integer(r), integer(s)) : Buffer.concat([toOctets(r, length), toOctets(s, length)])
  }
  throw new Error('no nonce')
}

/** privateKey of ECPrivateKey (RFC 5915): the OCTET STRING after the version. JWK does not know the brainpool curves. */
function privateScalar(key: KeyObject): Buffer {
  const der = key.export({ type: 'sec1', format: 'der' })
  const start = (der[1] ?? 0) < 0x80 ? 5 : 6
  return der.subarray(start + 2, start + 2 + (der[start + 1] ?? 0))
}

/** RFC 6979 3.2, steps b to h. */
function* nonces(digest: DigestName, secret: bigint, message: bigint, order: bigint, length: number, bits: number): Generator<bigint> {
  const size = hash(digest).length
  let v: Buffer = Buffer.alloc(size, 1)
  let k: Buffer = Buffer.alloc(size, 0)
  const mac = (...data: readonly Buffer[]) => createHmac(digest, k).update(Buffer.concat(data)).digest()
  const seed = Buffer.concat([toOctets(secret, length), toOctets(message, length)])
  for (const round of [0, 1]) {
    k = mac(v, Buffer.from([round]), seed)
    v = mac(v)
  }
  for (;;) {
    const parts: Buffer[] = []
    for (let made = 0; made < length; made += size) {
      v = mac(v)
      parts.push(v)
    }
    const candidate = leftmostBits(Buffer.concat(parts), bits)
    if (candidate > 0n && candidate < order) yield candidate
    k = mac(v, Buffer.from([0]))
    v = mac(v)
  }
}

const toNumber = (octets: Buffer): bigint => BigInt(`0x${octets.toString('hex') || '0'}`)
const toOctets = (value: bigint, length: number): Buffer => Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')

function leftmostBits(octets: Buffer, bits: number): bigint {
  const surplus = octets.length * 8 - bits
  return surplus > 0 ? toNumber(octets) >> BigInt(surplus) : toNumber(octets)
}

function invert(value: bigint, modulus: bigint): bigint {
  let [low, high, x, y] = [value % modulus, modulus, 1n, 0n]
  while (low > 1n) {
    const quotient = high / low
    ;[low, high, x, y] = [high - quotient * low, low, y - quotient * x, x]
  }
  return ((x % modulus) + modulus) % modulus
}
