/** Commitments that the standards name (EN 319 122-1, 5.2.3; EN 319 132-1, 5.2.3), by the last part of their identifiers. */
const commitments = new Map([
  ['1', 'proof of origin'],
  ['2', 'proof of receipt'],
  ['3', 'proof of delivery'],
  ['4', 'proof of sender'],
  ['5', 'proof of approval'],
  ['6', 'proof of creation'],
])

const oids = '1.2.840.113549.1.9.16.6.'
const uris = /^http:\/\/uri\.etsi\.org\/01903\/v1\.2\.2#ProofOf(Origin|Receipt|Delivery|Sender|Approval|Creation)$/

/** What the signer commits to, in words; an identifier that no standard names stays as it is. */
export function commitmentOf(identifier: string): string {
  const oid = identifier.replace(/^urn:oid:/i, '')
  const named = uris.exec(identifier)?.[1]
  if (named !== undefined) return `proof of ${named.toLowerCase()}`
  return (oid.startsWith(oids) ? commitments.get(oid.slice(oids.length)) : undefined) ?? identifier
}
