import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError, type XroadFile } from '#model'
import { verifyHashChain } from '../../../../src/validation/signature/xroad/verify-hash-chain.js'
import { chainResultXml, chainXml, deepChain, type StepChild, type TestChain } from '../../../support/xroad/hash-chain.js'

const message = Buffer.from('sõnum')
const attachment = Buffer.from('lisa')
const entries = new Map([
  ['message.xml', message],
  ['attachment1', attachment],
  ['META-INF/signatures.xml', Buffer.from('<x/>')],
])
const bindsMessage: StepChild = { kind: 'data', uri: '/message.xml', content: message }
const bindsAttachment: StepChild = { kind: 'data', uri: '/attachment1', content: attachment }
const sibling: StepChild = { kind: 'value', digest: Buffer.alloc(64, 7) }

const one: TestChain = { steps: [{ id: 'STEP0', children: [bindsMessage, bindsAttachment] }] }
const two: TestChain = {
  steps: [
    { id: 'STEP0', children: [sibling, { kind: 'step', id: 'STEP1' }] },
    { id: 'STEP1', children: [bindsMessage, bindsAttachment] },
  ],
}

interface Changes {
  readonly steps?: (xml: string) => string
  readonly result?: (xml: string) => string
}

function verify(chain: TestChain, { steps = (xml) => xml, result = (xml) => xml }: Changes = {}) {
  const file = (name: string, xml: string): XroadFile => ({ name, bytes: Buffer.from(xml) })
  return verifyHashChain(
    {
      steps: file('sig-hashchain.xml', steps(chainXml(chain))),
      result: file('sig-hashchainresult.xml', result(chainResultXml(chain, 'sig-hashchain.xml'))),
      requiredInput: '/message.xml',
      entry: (name) => {
        const content = entries.get(name)
        const digest = (algorithm: string) =>
          createHash(algorithm.toLowerCase())
            .update(content ?? '')
            .digest()
        return content === undefined ? null : { name, mimeType: null, content: { size: content.length, pieces: () => [content] }, digest }
      },
    },
    (found, algorithm) => found.digest(algorithm),
    limits,
  )
}

const keys = (chain: TestChain, changes?: Changes) => verify(chain, changes).findings.map(({ key }) => key)

describe('a hash chain', () => {
  it('a hash chain binds message and attachment, in one step or below others', () => {
    for (const chain of [one, two]) {
      const { intact, inputs, findings, digests } = verify(chain)
      expect(findings).toEqual([])
      expect(intact).toBe(true)
      expect(inputs.map(({ uri, status }) => [uri, status])).toEqual([
        ['/message.xml', 'match'],
        ['/attachment1', 'match'],
      ])
      expect(digests).toEqual([{ identifier: 'http://www.w3.org/2001/04/xmlenc#sha512', algorithm: 'SHA512' }])
    }
  })

  it('a hash chain takes the digest of a file that the container does not hold as given', () => {
    const absent: StepChild = { kind: 'data', uri: '/attachment2', content: Buffer.from('gone') }
    const { intact, inputs } = verify({ steps: [{ id: 'STEP0', children: [bindsMessage, bindsAttachment, absent] }] })
    expect(intact).toBe(true)
    expect(inputs.at(-1)).toMatchObject({ uri: '/attachment2', status: 'absent' })
  })

  it('a hash chain names the file that differs', () => {
    const changed: StepChild = { ...bindsMessage, content: Buffer.from('teine') }
    const { findings, intact } = verify({ steps: [{ id: 'STEP0', children: [changed, bindsAttachment] }] })
    expect(intact).toBe(false)
    expect(findings).toMatchObject([
      { key: 'xroad-hash-chain-input-intact', facts: { file: 'sig-hashchain.xml', element: '/message.xml' } },
    ])
  })

  it('a hash chain does not give another result', () => {
    const other = chainResultXml(two, 'sig-hashchain.xml')
    expect(keys(one, { result: () => other })).toEqual(['xroad-hash-chain-result-intact'])
  })

  it('a hash chain leads to the message', () => {
    expect(keys({ steps: [{ id: 'STEP0', children: [bindsAttachment] }] })).toEqual(['xroad-hash-chain-input-bound'])
    const elsewhere: StepChild = { ...bindsMessage, uri: '/messageX.xml' }
    expect(keys({ steps: [{ id: 'STEP0', children: [elsewhere] }] })).toEqual(['xroad-hash-chain-input-bound'])
    // In a step that the result does not lead to.
    expect(
      keys({
        steps: [
          { id: 'STEP0', children: [bindsAttachment] },
          { id: 'STEP1', children: [bindsMessage] },
        ],
      }),
    ).toEqual(['xroad-hash-chain-steps-used', 'xroad-hash-chain-input-bound'])
  })

  it('a hash chain binds each file once', () => {
    const again = {
      steps: [
        { id: 'STEP0', children: [bindsMessage, { kind: 'step', id: 'STEP1' }] },
        { id: 'STEP1', children: [bindsMessage] },
      ],
    } as const
    expect(keys(again)).toEqual(['xroad-hash-chain-input-once'])
  })

  it('a hash chain has message and attachments in their order: their names are not part of what is hashed', () => {
    const swapped: TestChain = {
      steps: [
        {
          id: 'STEP0',
          children: [
            { ...bindsAttachment, content: message },
            { ...bindsMessage, content: attachment },
          ],
        },
      ],
    }
    expect(keys(swapped)).toContain('xroad-hash-chain-input-order')
  })

  it('a hash chain has at most one bare digest next to the message in a step', () => {
    const beside = (...others: readonly StepChild[]) => keys({ steps: [{ id: 'STEP0', children: [bindsMessage, ...others] }] })
    expect(beside()).toEqual([])
    expect(beside(sibling)).toEqual([])
    expect(beside(sibling, sibling)).toEqual(['xroad-hash-chain-input-order'])
    expect(beside(bindsAttachment, sibling)).toContain('xroad-hash-chain-input-order')
  })

  it('a hash chain warns of steps that nothing refers to, and stays intact', () => {
    const { findings, intact } = verify({ steps: [...one.steps, { id: 'STEP9', children: [sibling] }] })
    expect(findings).toMatchObject([{ key: 'xroad-hash-chain-steps-used', facts: { count: 1, element: 'STEP9' } }])
    expect(intact).toBe(true)
  })

  it('a hash chain has a result of only a method and a value, and only steps in its root', () => {
    const more = (xml: string) => xml.replace(/<\/([\w:]*HashChainResult)>/, '<x xmlns=""/></$1>')
    expect(more(chainResultXml(one, 'sig-hashchain.xml'))).toContain('<x xmlns=""/>')
    expect(keys(one, { result: more })).toEqual(['xroad-hash-chain-readable'])
    const renamed = (xml: string) => xml.replace(/HashStep/g, 'HashStepX')
    expect(keys(one, { steps: renamed })).toEqual(['xroad-hash-chain-readable'])
    const unnamed = (xml: string) => xml.replace(/ id="STEP0"/, '')
    expect(keys(one, { steps: unnamed })).toEqual(['xroad-hash-chain-readable'])
  })

  it('a hash chain ends: a step does not lead back to itself, directly or through others', () => {
    expect(keys(two, { steps: (xml) => xml.replace('"#STEP1"', '"#STEP0"') })).toContain('xroad-hash-chain-acyclic')
    const loop = deepChain(5, [{ kind: 'step', id: 'STEP2' }, bindsMessage])
    expect(keys(loop)).toContain('xroad-hash-chain-acyclic')
  })

  it.each([
    ['a step that is not there', '#STEP7', 'xroad-hash-chain-step-found'],
    ['nothing in the file', '#', 'xroad-hash-chain-step-found'],
    ['another file of the container', '/ts-hashchain.xml#STEP0', 'xroad-hash-chain-reference-inside'],
    ['a relative file', 'sig-hashchain.xml#STEP1', 'xroad-hash-chain-reference-inside'],
    ['an address', 'http://x.example/sig-hashchain.xml#STEP1', 'xroad-hash-chain-reference-inside'],
    ['the file itself', '', 'xroad-hash-chain-step-found'],
  ])('a hash chain does not refer to %s', (_, uri, key) => {
    expect(keys(two, { steps: (xml) => xml.replace('"#STEP1"', `"${uri}"`) })).toContain(key)
    expect(keys(two, { result: (xml) => xml.replace('/sig-hashchain.xml#STEP0', uri) })).toContain(key)
  })

  it('a hash chain reports a bounded number of findings of one key, and all those of other keys', () => {
    const { maxFindingsOfKey } = limits.xroad
    const more = (count: number) => {
      const changed = Array.from({ length: count }, (_, i): StepChild => ({ kind: 'data', uri: `/none${i}`, content: attachment }))
      const found = keys({ steps: [{ id: 'STEP0', children: [...changed, ...changed] }] })
      return [found.filter((key) => key === 'xroad-hash-chain-input-once').length, new Set(found).size]
    }
    expect(more(maxFindingsOfKey)).toEqual([maxFindingsOfKey, 2])
    expect(more(maxFindingsOfKey + 1)).toEqual([maxFindingsOfKey, 2])
  })

  it('a hash chain may name its own file', () => {
    expect(keys(two, { steps: (xml) => xml.replace('"#STEP1"', '"/sig-hashchain.xml#STEP1"') })).toEqual([])
  })

  it('a hash chain takes data from the container only', () => {
    for (const uri of ['message.xml', 'http://x.example/message.xml', 'file:///etc/passwd', '//message.xml']) {
      const found = keys(one, { steps: (xml) => xml.replace('URI="/message.xml"', `URI="${uri}"`) })
      expect(found, uri).toContain('xroad-hash-chain-input-bound')
    }
  })

  it.each([
    [
      'a transform',
      '<ns2:DataRef URI="/message.xml">',
      '$&<Transforms><Transform Algorithm="x"/></Transforms>',
      'xroad-hash-chain-transforms',
    ],
    ['an empty list of transforms', '<ns2:DataRef URI="/message.xml">', '$&<Transforms/>', 'xroad-hash-chain-transforms'],
    ['an element of its own', '<ns2:DataRef URI="/message.xml">', '<ns2:Other/>$&', 'xroad-hash-chain-readable'],
    [
      'two steps of one id',
      '</ns2:HashChain>',
      '<ns2:HashStep id="STEP0"><ns2:StepRef URI="#STEP0"/></ns2:HashStep>$&',
      'xroad-hash-chain-readable',
    ],
    ['an empty step', '</ns2:HashChain>', '<ns2:HashStep id="STEP8"/>$&', 'xroad-hash-chain-readable'],
    ['a digest that is not base64', /<DigestValue>..../, '<DigestValue>!!!!', 'xroad-hash-chain-readable'],
    ['two digests', /<DigestValue>[^<]*<\/DigestValue>/, '$&$&', 'xroad-hash-chain-readable'],
    ['a DOCTYPE', '?>', '?><!DOCTYPE x>', 'xroad-hash-chain-readable'],
    ['no method at all', /<ns2:DefaultDigestMethod[^>]*>/, '', 'xroad-hash-chain-readable'],
    ['an unknown method', /Algorithm="[^"]*"/, 'Algorithm="urn:x"', 'xroad-hash-chain-digest-known'],
    ['another root', /ns2:HashChain\b/g, 'ns2:Chain', 'xroad-hash-chain-readable'],
    ['text in front of the steps', /(<ns2:HashChain [^>]*>)/, '$1x', 'xroad-hash-chain-readable'],
    ['text in a step', /(<ns2:HashStep [^>]*>)/, '$1x', 'xroad-hash-chain-readable'],
    ['text in a reference', '<ns2:DataRef URI="/message.xml">', '$&x', 'xroad-hash-chain-readable'],
    ['an attribute of no schema', '<ns2:HashChain ', '$&muu="1" ', 'xroad-hash-chain-readable'],
    ['an attribute of another namespace', '<ns2:HashChain ', '$&xml:lang="et" ', 'xroad-hash-chain-readable'],
    ['an attribute in a step', '<ns2:HashStep ', '$&muu="1" ', 'xroad-hash-chain-readable'],
    ['an identifier in a reference', '<ns2:DataRef ', '$&id="a" ', 'xroad-hash-chain-readable'],
    ['an attribute in a method', ' Algorithm=', ' muu="1" Algorithm=', 'xroad-hash-chain-readable'],
    ['an attribute in a digest', '<DigestValue>', '<DigestValue xml:id="a">', 'xroad-hash-chain-readable'],
    [
      'a step whose id is no name',
      '</ns2:HashChain>',
      '<ns2:HashStep id="1 2"><ns2:StepRef URI="#STEP0"/></ns2:HashStep>$&',
      'xroad-hash-chain-readable',
    ],
    [
      'a digest in front of its method',
      '</ns2:DataRef>',
      '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512"/>$&',
      'xroad-hash-chain-readable',
    ],
  ])('a hash chain does not hold %s', (_, pattern, replacement, key) => {
    expect(keys(one, { steps: (xml) => xml.replace(pattern, replacement) })).toContain(key)
  })

  it('a hash chain may state its method at each digest', () => {
    const method = '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512"/>'
    const spelled = (xml: string) => xml.replace(/<ns2:DefaultDigestMethod[^>]*>/, '').replaceAll('<DigestValue>', `${method}<DigestValue>`)
    expect(keys(one, { steps: spelled })).toEqual([])
  })

  it('a hash chain may say where its schema is, in either file', () => {
    const address = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://cyber.ee/hashchain hashchain.xsd"'
    const located = (xml: string) => xml.replace(/<ns2:HashChain(?:Result)? /, `$&${address} `)
    expect(keys(one, { steps: located, result: located })).toEqual([])
  })

  it('a hash chain has a result that names the file of the steps', () => {
    expect(keys(one, { result: (xml) => xml.replace('/sig-hashchain.xml#', '#') })).toContain('xroad-hash-chain-step-found')
  })

  it('a hash chain has a result that can be read', () => {
    for (const [pattern, replacement] of [
      [/<DigestValue>.*<\/DigestValue>/, ''],
      [/<DigestMethod[^>]*>/, ''],
      [/ URI="[^"]*"/, ''],
      [/HashChainResult/g, 'Result'],
      [/(<DigestMethod[^>]*>)(\s*)(<DigestValue>.*<\/DigestValue>)/, '$3$2$1'],
      [/<DigestMethod/, 'x$&'],
      [/ URI=/, ' muu="1"$&'],
    ] as const)
      expect(keys(one, { result: (xml) => xml.replace(pattern, replacement) })).toEqual(['xroad-hash-chain-readable'])
  })

  it('a hash chain is computed up to its bound for any depth, and refused above it', () => {
    const { maxSteps } = limits.xroad
    expect(verify(deepChain(maxSteps - 1, [bindsMessage])).intact).toBe(true)
    expect(() => verify(deepChain(maxSteps, [bindsMessage]))).toThrow(ReaderError)
  })

  it('a hash chain costs its steps, not the number of ways through it', () => {
    // Each of 200 steps refers to the next one twice: 2^200 ways.
    const steps = Array.from({ length: 200 }, (_, i) => ({
      id: `STEP${i}`,
      children: [
        { kind: 'step', id: `STEP${i + 1}` },
        { kind: 'step', id: `STEP${i + 1}` },
      ] as const,
    }))
    expect(verify({ steps: [...steps, { id: 'STEP200', children: [bindsMessage] }] }).intact).toBe(true)
  })
})
