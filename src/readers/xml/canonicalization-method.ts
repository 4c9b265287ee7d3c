/** Canonical XML 1.0 and 1.1 (both inclusive) and Exclusive XML Canonicalization 1.0. */
export interface CanonicalizationMethod {
  readonly algorithm: 'c14n10' | 'c14n11' | 'exclusive'
  readonly comments: boolean
}

const methods: ReadonlyMap<string, CanonicalizationMethod> = new Map<string, CanonicalizationMethod>([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', { algorithm: 'c14n10', comments: false }],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments', { algorithm: 'c14n10', comments: true }],
  ['http://www.w3.org/2006/12/xml-c14n11', { algorithm: 'c14n11', comments: false }],
  ['http://www.w3.org/2006/12/xml-c14n11#WithComments', { algorithm: 'c14n11', comments: true }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', { algorithm: 'exclusive', comments: false }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', { algorithm: 'exclusive', comments: true }],
])

/** The method that an `Algorithm` attribute names; null for any other URI. */
export function canonicalizationOfUri(uri: string): CanonicalizationMethod | null {
  return methods.get(uri) ?? null
}
