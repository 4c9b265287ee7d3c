import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { MalformedDocument, RequestError } from '#model'
import { loadInstances } from '../../src/trust/supply/load-instances.js'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { ocspResponse } from '../support/ocsp.js'
import { hours, moments } from '../support/pki.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import { ocspTime, type XroadOptions, xroadContainer } from '../support/xroad/container.js'
import { deepChain, type StepChild, type TestChain } from '../support/xroad/hash-chain.js'
import { provider, restRequest, sender, soapMessage } from '../support/xroad/message.js'
import { memberSigner, xroadPki } from '../support/xroad/pki.js'
import { estonia, finland, xroadTrustFiles } from '../support/xroad/trust.js'
import { seededRandom } from '../trust/memory-files.js'

const folder = mkdtempSync(join(tmpdir(), 'allkiri-forgery-'))
for (const [name, text] of xroadTrustFiles([estonia, finland])) writeFileSync(join(folder, name), text)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const context = createValidationContext(loadTrust(null), openDecodedCache(limits), loadInstances(join(folder, 'xroad.json'), limits))

/** The indication, with the keys of the warnings where there are any, or that the document is refused. Anything else that is thrown is a fault. */
function judged(document: Uint8Array): readonly [indication: string, ...warnings: readonly string[]] {
  const request = { document, filename: 'x.asice', documentType: 'XROAD', policy: 'POLv1', validationTime: moments.validation } as const
  try {
    const [signature] = validated(request, context).report.signatures
    return signature === undefined ? ['none'] : [signature.indication, ...signature.warnings.map(({ key = '' }) => key)]
  } catch (error) {
    if (error instanceof MalformedDocument || error instanceof RequestError) return ['refused']
    throw error
  }
}

const outcome = (document: Uint8Array): string => judged(document)[0]

const made = (options: XroadOptions) => outcome(xroadContainer(options))
const both = { batch: true, batchTimeStamp: true, attachments: [Buffer.from('lisa')] } as const
const other = soapMessage({ client: { ...sender, memberCode: '70000009' } })

describe('a forged X-Road container never passes', () => {
  it.each<readonly [string, XroadOptions]>([
    ['a message beside the signed one, named by another path', { message: other, references: () => ['./message.xml'] }],
    ['a reference with two slashes', { edit: (xml) => xml.replace('URI="/message.xml"', 'URI="//message.xml"') }],
    ['a reference without a slash', { edit: (xml) => xml.replace('URI="/message.xml"', 'URI="message.xml"') }],
    ['a percent-encoded reference', { edit: (xml) => xml.replace('URI="/message.xml"', 'URI="/%6dessage.xml"') }],
    [
      'an XPath transform on the message',
      {
        edit: (xml) =>
          xml.replace(
            /(<ds:Reference URI="\/message.xml">)/,
            '$1<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
          ),
      },
    ],
    ['the steps signed instead of the result', { batch: true, references: () => ['sig-hashchain.xml'] }],
    [
      'the time-stamp of a simple container beside a chain that nobody stamped',
      {
        batchTimeStamp: true,
        tamper: (xml) => xml.replace('<xades:RevocationValues>', '<xades:SignatureTimeStamp>AAAA</xades:SignatureTimeStamp>$&'),
      },
    ],
    ['the token of the chain over the signature value', { batchTimeStamp: true, timeStamp: { data: Buffer.from('signature value') } }],
    ['a time-stamp that lies ahead', { timeStamp: { genTime: moments.validation + hours(1) } }],
    ['an answer that lies ahead', { ocsp: { producedAt: moments.validation + hours(1) } }],
    ['a time-stamping unit that an approved authority issued', { timeStamp: { unit: xroadPki.signer } }],
    ['the responder as time-stamping unit', { timeStamp: { unit: xroadPki.responder } }],
    ['the responder as signer', { signer: xroadPki.responder }],
    ['an answer that the signer gave about himself', { ocsp: { responder: xroadPki.signer } }],
    [
      'a message of the other instance with certificates of this one',
      {
        message: soapMessage({ client: { ...sender, instance: 'FI-TEST' }, service: { ...provider, instance: 'FI-TEST' } }),
      },
    ],
    [
      'a message of this instance with everything of the other one',
      {
        signer: xroadPki.otherInstanceSigner,
        ocsp: { responder: xroadPki.otherInstanceResponder },
        timeStamp: { unit: xroadPki.otherInstanceTimeStampingAuthority },
      },
    ],
    [
      'a sender in another header block',
      {
        message: other.replace(
          '<SOAP-ENV:Body>',
          `<SOAP-ENV:Header>${soapMessage().split(/<\/?SOAP-ENV:Header>/)[1]}</SOAP-ENV:Header><SOAP-ENV:Body>`,
        ),
      },
    ],
    [
      'a second client line after a lone CR',
      {
        message: restRequest({
          client: { ...sender, memberCode: '70000009' },
          edit: (lines) =>
            lines.map((line) => (line.startsWith('X-Road-Client') ? `x:y\rX-Road-Client:EE-TEST/GOV/70000001\r\n${line}` : line)),
        }),
      },
    ],
    [
      'a request that passes for an answer',
      {
        message: soapMessage({ client: { ...sender, memberCode: '70000009' }, service: sender, body: 'paringResponse' }).replace(
          'paringResponse',
          'paring',
        ),
      },
    ],
    ['the member code in other digits', { message: soapMessage({ client: { ...sender, memberCode: '７0000001' } }) }],
    ['the member class in small letters', { message: soapMessage({ client: { ...sender, memberClass: 'gov' } }) }],
  ])('a forged X-Road container never passes: %s', (_, options) => {
    expect(made(options)).not.toBe('TOTAL-PASSED')
  })

  it('a forged X-Road container does not pass: an attachment in place of the message, with the digest of the message in the chain', () => {
    // The same digests under other names: the chain gives the result that was signed.
    const asSibling: XroadOptions = {
      message: other,
      attachments: [Buffer.from('lisa')],
      batch: {
        chain: ({ steps, ...rest }) => ({
          ...rest,
          steps: steps.map((step) =>
            step.children.some(({ kind }) => kind === 'data')
              ? { ...step, children: [{ kind: 'value', digest: Buffer.alloc(64) }, ...step.children] }
              : step,
          ),
        }),
      },
      signer: memberSigner('70000009'),
    }
    expect(made(asSibling)).toBe('TOTAL-FAILED')
  })

  it.each(['/muu', '/Message.xml', '/attachment0', '/attachment1000000000', '/attachment01', '/META-INF/muu', 'muu'])(
    'a forged X-Road container does not pass: an attachment in the place of the message, which is named %s and left out',
    (uri) => {
      const [signed, attachment] = [Buffer.from(soapMessage()), Buffer.from('lisa')]
      const renamed: XroadOptions = {
        message: other,
        batch: {
          chain: ({ steps: [top] }) => ({
            steps: [
              { id: 'STEP0', children: [...(top?.children.filter(({ kind }) => kind === 'value') ?? []), { kind: 'step', id: 'STEP1' }] },
              {
                id: 'STEP1',
                children: [
                  { kind: 'data', uri, content: signed },
                  { kind: 'data', uri: '/message.xml', content: Buffer.from(other) },
                  { kind: 'data', uri: '/attachment1', content: attachment },
                ],
              },
            ],
          }),
        },
        signer: memberSigner('70000009'),
      }
      expect(made(renamed)).toBe('TOTAL-FAILED')
    },
  )

  const data = (uri: string, content: string) => ({ kind: 'data', uri, content: Buffer.from(content) }) as const
  const value = (content: string) => ({ kind: 'value', digest: Buffer.alloc(64, content) }) as const
  const step = (id: string, ...children: readonly StepChild[]) => ({ id, children })
  const message = data('/message.xml', soapMessage())

  it.each<readonly [string, TestChain['steps']]>([
    ['a number left out', [step('STEP0', message, data('/attachment2', 'muu'))]],
    ['a number with a zero in front', [step('STEP0', message, data('/attachment01', 'lisa'))]],
    [
      'other messages of the batch as attachments',
      [step('STEP0', { kind: 'step', id: 'STEP1' }, message), step('STEP1', data('/attachment1', 'lisa'), data('/attachment2', 'muu'))],
    ],
    [
      'a bare digest before an attachment',
      [step('STEP0', message, { kind: 'step', id: 'STEP1' }), step('STEP1', value('a'), data('/attachment1', 'lisa'))],
    ],
    [
      'an attachment alone in its step',
      [step('STEP0', message, { kind: 'step', id: 'STEP1' }), step('STEP1', data('/attachment1', 'lisa'))],
    ],
  ])('a forged X-Road container does not pass: attachments under names that writers do not give them: %s', (_, steps) => {
    // The digests and their order are those that were signed; the names are not.
    const attachments = [Buffer.from('lisa'), Buffer.from('muu')]
    expect(made({ batch: { chain: () => ({ steps }) }, attachments })).toBe('TOTAL-FAILED')
  })

  it.each<readonly [string, readonly StepChild[]]>([
    ['the first of two attachments', [value('message'), { kind: 'step', id: 'STEP1' }, value('attachment 2')]],
    ['the second of two attachments', [value('message'), value('attachment 1'), { kind: 'step', id: 'STEP1' }]],
    ['one beside a file of another name', [value('message'), data('/muu', 'muu'), { kind: 'step', id: 'STEP1' }]],
  ])('a forged X-Road container does not pass: a message whose step was signed as the octets of an attachment: %s', (_, children) => {
    // Whoever gave the signer a file with the DER of a step in it has a chain with the result that was signed.
    const chain = () => ({ steps: [step('STEP0', ...children), step('STEP1', message)] })
    expect(made({ batch: { chain } })).toBe('TOTAL-FAILED')
  })

  it('X-Road chains at their bounds, and beyond, end in time', () => {
    const deep = (depth: number): XroadOptions => ({
      batch: { chain: ({ steps }) => deepChain(depth, steps[0]?.children.filter(({ kind }) => kind === 'data') ?? []) },
    })
    expect(made(deep(10_000))).toBe('TOTAL-PASSED')
    expect(made(deep(20_000))).toBe('refused')
  })

  it('any changed octet of an X-Road container is refused, does not pass, or is without meaning', () => {
    const sound = xroadContainer(both)
    const random = seededRandom(14)
    const passed: number[] = []
    for (let i = 0; i < 400; i += 1) {
      const at = Math.floor(random() * sound.length)
      const changed = Buffer.from(sound)
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      if (outcome(changed) === 'TOTAL-PASSED') passed.push(at)
    }
    // What may change: times and attributes in the headers of the archive, and files that nothing covers (manifest).
    expect(passed.length).toBeLessThan(60)
    expect(outcome(sound)).toBe('TOTAL-PASSED')
  })

  it('an X-Road container is refused wherever it is cut', () => {
    const sound = xroadContainer(both)
    for (let length = 0; length < sound.length; length += Math.ceil(sound.length / 60))
      expect(outcome(sound.subarray(0, length))).toBe('refused')
  })
})

describe('octets behind a DER value in an X-Road container', () => {
  const behind = (value: Buffer, added: string) => Buffer.concat([value, Buffer.from(added)])
  const response = ocspResponse({ certificate: xroadPki.signer, responder: xroadPki.responder, producedAt: ocspTime })
  /** Octets behind the base64 text of an element, or behind a file of the archive. */
  const inElement = (name: string, added: string): XroadOptions => ({
    tamper: (xml) =>
      xml.replace(
        new RegExp(`(<${name}>)([^<]+)`),
        (_, tag: string, text: string) => tag + behind(Buffer.from(text, 'base64'), added).toString('base64'),
      ),
  })
  const withBehind = (added: string): Record<string, XroadOptions> => ({
    'an OCSP response': { ocsp: [behind(response, added)] },
    'the time-stamp in the signature': inElement('xades:SignatureTimeStamp', added),
    'the certificate of the signer': inElement('ds:X509Certificate', added),
    'the time-stamp of the batch': {
      ...both,
      entries: (entries) =>
        entries.map((entry) =>
          entry.name === 'META-INF/timestamp.tst' ? { ...entry, content: behind(Buffer.from(entry.content ?? ''), added) } : entry,
        ),
    },
  })

  it.each(Object.keys(withBehind('')))('pass with a warning when they are blanks behind %s', (kind) => {
    expect(judged(xroadContainer(withBehind('')[kind]))).toEqual(['TOTAL-PASSED'])
    for (const added of ['\n', '\r\n', '\0'.repeat(100)])
      expect(judged(xroadContainer(withBehind(added)[kind]))).toEqual(['TOTAL-PASSED', 'encoding-without-blanks'])
  })

  it.each(Object.keys(withBehind('')))('do not pass when they are more than blanks behind %s', (kind) => {
    for (const added of ['x', '\nx', '\0'.repeat(4_097), '\x05\0', response.toString('latin1')])
      expect(made(withBehind(added)[kind] ?? {})).not.toBe('TOTAL-PASSED')
  })
})

describe('an X-Road message that is signed in canonical form', () => {
  const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
  const plain = '<?xml version="1.0"?>\n'
  const canonical = (message: string) => message.replace(/^<\?xml[^>]*>\s*/, '')
  const signed = (message: string, covered: string) =>
    judged(
      xroadContainer({
        message,
        edit: (xml) =>
          xml.replace(
            /(<ds:Reference URI="\/message.xml">)(<ds:DigestMethod[^>]*>)<ds:DigestValue>[^<]*/,
            `$1<ds:Transforms><ds:Transform Algorithm="${c14n}"/></ds:Transforms>$2<ds:DigestValue>${createHash('sha512').update(covered).digest('base64')}`,
          ),
      }),
    )
  // The message is canonical but for its declaration.
  const message = soapMessage()

  it('passes, and does not with another sender', () => {
    expect(signed(plain + canonical(message), canonical(message))[0]).toBe('TOTAL-PASSED')
    expect(signed(plain + canonical(other), canonical(message))[0]).not.toBe('TOTAL-PASSED')
  })

  it('is told when it has comments', () => {
    const commented = canonical(message).replace('<SOAP-ENV:Body>', '<!-- 120 --><SOAP-ENV:Body>')
    expect(signed(commented, canonical(message))).toEqual(['TOTAL-PASSED', 'signed-data-wholly-covered'])
  })
})

describe('an X-Road time-stamp without its certificate', () => {
  it('verifies with the approved one, in the signature and of a batch', () => {
    for (const options of [{}, both])
      expect(judged(xroadContainer({ ...options, timeStamp: { certificates: [] } }))).toEqual(['TOTAL-PASSED'])
  })

  it('does not pass when it names another unit, or the unit of another instance', () => {
    for (const unit of [xroadPki.signer, xroadPki.otherInstanceTimeStampingAuthority])
      expect(made({ timeStamp: { unit, certificates: [] } })).not.toBe('TOTAL-PASSED')
    const referencedCertificate = xroadPki.otherInstanceTimeStampingAuthority.certificate
    expect(made({ timeStamp: { referencedCertificate, certificates: [] } })).not.toBe('TOTAL-PASSED')
    expect(made({ timeStamp: { signingCertificate: 'none', certificates: [] } })).not.toBe('TOTAL-PASSED')
  })
})
