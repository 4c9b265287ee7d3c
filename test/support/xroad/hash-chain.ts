import { octetString, sequence, utf8String } from '../der.js'
import { digestUris } from '../identifiers.js'
import { type DigestName, hash } from '../signing.js'

/** A child of a step. */
export type StepChild =
  | { readonly kind: 'value'; readonly digest: Buffer }
  | { readonly kind: 'step'; readonly id: string }
  | { readonly kind: 'data'; readonly uri: string; readonly content: Buffer }

interface TestStep {
  readonly id: string
  readonly children: readonly StepChild[]
}

export interface TestChain {
  /** The first one is that of the result. */
  readonly steps: readonly TestStep[]
  readonly digest?: DigestName
}

/** The digest by which a step stands in the one above: over the DER of its children. */
function stepDigest({ steps, digest = 'sha512' }: TestChain): Buffer {
  const known = new Map<string, Buffer>()
  // Steps below stand behind the steps that refer to them.
  for (const { id, children } of steps.toReversed()) {
    const singles = children.map((child) => {
      const value =
        child.kind === 'value'
          ? child.digest
          : child.kind === 'data'
            ? hash(digest, child.content)
            : (known.get(child.id) ?? Buffer.alloc(64))
      return sequence(octetString(value), utf8String(digestUris[digest]), sequence())
    })
    known.set(id, hash(digest, sequence(...singles)))
  }
  return known.get(steps[0]?.id ?? '') ?? Buffer.alloc(0)
}

/** `sig-hashchain.xml`, written like the security servers do. */
export function chainXml({ steps, digest = 'sha512' }: TestChain): string {
  const child = (each: StepChild): string => {
    if (each.kind === 'step') return `        <ns2:StepRef URI="#${each.id}"/>\n`
    const value = each.kind === 'value' ? each.digest : hash(digest, each.content)
    const [open, close] =
      each.kind === 'value' ? ['<ns2:HashValue>', '</ns2:HashValue>'] : [`<ns2:DataRef URI="${each.uri}">`, '</ns2:DataRef>']
    return `        ${open}\n            <DigestValue>${value.toString('base64')}</DigestValue>\n        ${close}\n`
  }
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<ns2:HashChain xmlns="http://www.w3.org/2000/09/xmldsig#" xmlns:ns2="http://cyber.ee/hashchain">\n',
    `    <ns2:DefaultDigestMethod Algorithm="${digestUris[digest]}"/>\n`,
    ...steps.map(({ id, children }) => `    <ns2:HashStep id="${id}">\n${children.map(child).join('')}    </ns2:HashStep>\n`),
    '</ns2:HashChain>\n',
  ].join('')
}

/** `sig-hashchainresult.xml`. */
export function chainResultXml(chain: TestChain, file: string): string {
  const { digest = 'sha512', steps } = chain
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    `<ns2:HashChainResult URI="/${file}#${steps[0]?.id ?? ''}" xmlns="http://www.w3.org/2000/09/xmldsig#" xmlns:ns2="http://cyber.ee/hashchain">\n`,
    `    <DigestMethod Algorithm="${digestUris[digest]}"/>\n`,
    `    <DigestValue>${stepDigest(chain).toString('base64')}</DigestValue>\n`,
    '</ns2:HashChainResult>\n',
  ].join('')
}

/** Steps from `STEP0` down to one that binds the data, each beside a sibling: what a batch of 2^depth messages leaves of the others. */
export function deepChain(depth: number, data: readonly StepChild[]): TestChain {
  const sibling: StepChild = { kind: 'value', digest: hash('sha512', Buffer.from('sibling')) }
  const steps: TestStep[] = []
  for (let level = 0; level < depth; level += 1)
    steps.push({ id: `STEP${level}`, children: [sibling, { kind: 'step', id: `STEP${level + 1}` }] })
  return { steps: [...steps, { id: `STEP${depth}`, children: data }] }
}
