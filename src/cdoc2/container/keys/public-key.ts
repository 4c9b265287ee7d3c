import { createPublicKey, type KeyObject } from 'node:crypto'
import { Cdoc2Error } from '../cdoc2-error.js'
import type { CurveName, RecipientKey } from '../header/recipient.js'

/** Name of each curve in OpenSSL and in JWK, and octets of a coordinate. */
const CURVES: Readonly<Record<CurveName, { readonly openssl: string; readonly jwk: string; readonly coordinate: number }>> = {
  secp256r1: { openssl: 'prime256v1', jwk: 'P-256', coordinate: 32 },
  secp384r1: { openssl: 'secp384r1', jwk: 'P-384', coordinate: 48 },
  secp521r1: { openssl: 'secp521r1', jwk: 'P-521', coordinate: 66 },
}
const curveNames: readonly CurveName[] = ['secp256r1', 'secp384r1', 'secp521r1']

const MIN_RSA_BITS = 2048
const MAX_RSA_BITS = 16_384

/**
 * The public key of a recipient in the form of containers, from any public or private key that Node.js reads.
 *
 * @throws Cdoc2Error `ec-curve`, `rsa-key`, `wrong-secret` for a key of another kind
 */
export function recipientKeyOf(key: KeyObject): RecipientKey {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  if (publicKey.asymmetricKeyType === 'ec') return ellipticCurveKey(publicKey)
  if (publicKey.asymmetricKeyType !== 'rsa')
    throw new Cdoc2Error(
      'wrong-secret',
      `A key of the kind ${publicKey.asymmetricKeyType ?? 'unknown'} cannot receive; EC and RSA keys can`,
    )
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS)
    throw new Cdoc2Error('rsa-key', `The RSA key has ${bits} bits; ${MIN_RSA_BITS} to ${MAX_RSA_BITS} are supported`)
  // Read again as SubjectPublicKeyInfo: Node.js 24 cannot write a key as RSAPublicKey that it has read as one.
  const rewritable = createPublicKey({ key: publicKey.export({ format: 'der', type: 'spki' }), format: 'der', type: 'spki' })
  return { kind: 'rsa', publicKey: rewritable.export({ format: 'der', type: 'pkcs1' }) }
}

function ellipticCurveKey(key: KeyObject): RecipientKey {
  const named = key.asymmetricKeyDetails?.namedCurve ?? 'without a name'
  const curve = curveNames.find((name) => CURVES[name].openssl === named)
  if (curve === undefined) throw new Cdoc2Error('ec-curve', `The curve ${named} cannot be used; ${curveNames.join(', ')} can`)
  const { x, y } = key.export({ format: 'jwk' })
  return {
    kind: 'elliptic-curve',
    curve,
    publicKey: Buffer.concat([Uint8Array.of(4), Buffer.from(x ?? '', 'base64url'), Buffer.from(y ?? '', 'base64url')]),
  }
}

/**
 * A public key from an uncompressed point. OpenSSL checks that the point is on the curve and is not the point at infinity.
 *
 * @throws Cdoc2Error `ec-point`
 */
export function publicKeyOfPoint(curve: CurveName, point: Uint8Array): KeyObject {
  const { coordinate, jwk } = CURVES[curve]
  if (point.length !== 1 + 2 * coordinate || point[0] !== 4)
    throw new Cdoc2Error('ec-point', `A point of ${curve} has ${1 + 2 * coordinate} octets and begins with 4`)
  const x = Buffer.from(point.subarray(1, 1 + coordinate)).toString('base64url')
  const y = Buffer.from(point.subarray(1 + coordinate)).toString('base64url')
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: jwk, x, y } })
  } catch (cause) {
    throw new Cdoc2Error('ec-point', `The point does not lie on ${curve}`, { cause })
  }
}

/** A public key from the DER of RSAPublicKey. Throws `Cdoc2Error` `rsa-key`. */
export function publicKeyOfRsa(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'pkcs1' })
  } catch (cause) {
    throw new Cdoc2Error('rsa-key', 'The RSA key of a recipient cannot be read', { cause })
  }
}

/** The name of a curve in OpenSSL. */
export function opensslCurve(curve: CurveName): string {
  return CURVES[curve].openssl
}
