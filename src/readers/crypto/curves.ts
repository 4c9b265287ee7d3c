/** A named curve (SEC 2, RFC 5639). */
export interface NamedCurve {
  readonly oid: string
  readonly name: string
  /** Length of the order in bits. On all of these curves coordinates have as many octets as the order. */
  readonly bits: number
}

const table: readonly (readonly [string, string, number])[] = [
  ['1.2.840.10045.3.1.1', 'P-192', 192],
  ['1.3.132.0.33', 'P-224', 224],
  ['1.2.840.10045.3.1.7', 'P-256', 256],
  ['1.3.132.0.34', 'P-384', 384],
  ['1.3.132.0.35', 'P-521', 521],
  ['1.3.132.0.10', 'secp256k1', 256],
  ['1.3.36.3.3.2.8.1.1.1', 'brainpoolP160r1', 160],
  ['1.3.36.3.3.2.8.1.1.3', 'brainpoolP192r1', 192],
  ['1.3.36.3.3.2.8.1.1.5', 'brainpoolP224r1', 224],
  ['1.3.36.3.3.2.8.1.1.7', 'brainpoolP256r1', 256],
  ['1.3.36.3.3.2.8.1.1.8', 'brainpoolP256t1', 256],
  ['1.3.36.3.3.2.8.1.1.9', 'brainpoolP320r1', 320],
  ['1.3.36.3.3.2.8.1.1.10', 'brainpoolP320t1', 320],
  ['1.3.36.3.3.2.8.1.1.11', 'brainpoolP384r1', 384],
  ['1.3.36.3.3.2.8.1.1.12', 'brainpoolP384t1', 384],
  ['1.3.36.3.3.2.8.1.1.13', 'brainpoolP512r1', 512],
  ['1.3.36.3.3.2.8.1.1.14', 'brainpoolP512t1', 512],
]

export const curves: readonly NamedCurve[] = table.map(([oid, name, bits]) => ({ oid, name, bits }))

const byOid: ReadonlyMap<string, NamedCurve> = new Map(curves.map((curve) => [curve.oid, curve]))

/** The curve that a dotted OID names; null when it is not in the table. */
export function curveOfOid(oid: string): NamedCurve | null {
  return byOid.get(oid) ?? null
}
