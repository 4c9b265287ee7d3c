/** Encoded points of small order (RFC 8032, 3.1): y in little-endian order, 255 or 448 bits, without the highest bit, which is the sign of x. */
const encodings = {
  // y is 1, -1, 0, or that of a point of order 8; the last two are 0 and 1 written as p and p + 1.
  Ed25519: [
    `01${'00'.repeat(31)}`,
    `ec${'ff'.repeat(30)}7f`,
    '00'.repeat(32),
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ],
  // y is 1, -1 or 0; the last two are 0 and 1 written as p and p + 1.
  Ed448: [
    `01${'00'.repeat(56)}`,
    `fe${'ff'.repeat(27)}fe${'ff'.repeat(27)}00`,
    '00'.repeat(57),
    `${'ff'.repeat(28)}fe${'ff'.repeat(27)}00`,
    `${'00'.repeat(28)}${'ff'.repeat(28)}00`,
  ],
} as const

/**
 * Whether a public key of EdDSA is a point whose order divides the cofactor. Multiplied by the hash of the message, such a point has at most eight
 * values, so one signature value verifies for every message, or for one message in eight.
 */
export function isSmallOrderPoint(point: Uint8Array, curve: keyof typeof encodings): boolean {
  const unsigned = Buffer.from(point)
  const last = unsigned.length - 1
  unsigned[last] = (unsigned[last] ?? 0) & 0x7f
  const text = unsigned.toString('hex')
  return encodings[curve].some((encoding) => encoding === text)
}
