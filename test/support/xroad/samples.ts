import type { CertificateOptions } from '../certificate.js'
import { certificateRevocationList } from '../crl.js'
import { testKey } from '../keys.js'
import { ocspResponse } from '../ocsp.js'
import { hours, minutes, moments } from '../pki.js'
import { ocspTime, type XroadOptions, xroadContainer } from './container.js'
import type { StepChild, TestChain } from './hash-chain.js'
import { provider, restRequest, restResponse, sender, soapMessage, type TestMember } from './message.js'
import { memberSigner, xroadPki } from './pki.js'
import { estonia, finland, type TestInstance } from './trust.js'

/** A container with the verdict that is expected of it. */
export interface XroadSample {
  readonly id: string
  /** What is special about it. */
  readonly what: string
  readonly document: () => Buffer
  /** Indication, and behind it the reason. */
  readonly verdict: string
  /** Keys of the errors, in order; the first decides. */
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly validationWarnings: readonly string[]
  readonly form: 'ASiC_E' | 'ASiC_E_batchsignature'
  readonly scopes: readonly string[]
  readonly instances: readonly TestInstance[]
}

type Expected = Partial<Omit<XroadSample, 'id' | 'what' | 'document'>>

const batch = (options: XroadOptions): boolean => options.batch !== undefined && options.batch !== false

function sample(id: string, what: string, options: XroadOptions, expected: Expected = {}): XroadSample {
  const attachments = options.attachments ?? []
  return {
    id,
    what,
    document: () => xroadContainer(options),
    verdict: 'TOTAL-PASSED',
    errors: [],
    warnings: [],
    validationWarnings: [],
    form: batch(options) ? 'ASiC_E_batchsignature' : 'ASiC_E',
    scopes: ['message.xml', ...attachments.map((_, i) => `attachment${i + 1}`)],
    instances: [estonia, finland],
    ...expected,
  }
}

const FORMAT = 'TOTAL-FAILED FORMAT_FAILURE'
const HASH = 'TOTAL-FAILED HASH_FAILURE'

/** The chain shows of none of three files that it is signed. */
const nothingSigned = {
  scopes: [],
  validationWarnings: ['xroad-file-not-signed', 'xroad-file-not-signed', 'xroad-file-not-signed'],
} satisfies Expected

/** The chain refers to a step that is not read, so nothing is bound and the other steps are not used. */
const nothingBound = (key: string): Expected => ({
  verdict: FORMAT,
  errors: [key, 'xroad-hash-chain-input-bound'],
  warnings: ['xroad-hash-chain-steps-used'],
  ...nothingSigned,
})
const attachments = [Buffer.from('esimene lisa'), Buffer.from('teine lisa')]
const response = { message: soapMessage({ client: provider, service: sender, body: 'paringResponse' }) }

/** Every kind that is sound. */
export const soundContainers: readonly XroadSample[] = [
  sample('simple', 'one message, signed and stamped for itself', {}),
  sample('simple-response', 'the answer to a request, signed by who gives the service', response),
  sample('simple-library', 'written by the newer software', { writer: 'library' }),
  sample('simple-attachments', 'the signature references each attachment', { attachments }),
  sample('batch', 'signed through a hash chain', { batch: true }),
  sample('batch-attachments', 'attachments stand in the hash chain', { batch: true, attachments }),
  sample(
    'batch-attachments-absent',
    'attachments that the security server did not keep',
    { batch: true, attachments, stored: [] },
    {
      scopes: ['message.xml'],
      warnings: ['xroad-attachment-present'],
    },
  ),
  sample('batch-time-stamp', 'stamped through a hash chain', { batchTimeStamp: true }),
  sample('batch-time-stamp-library', 'the same by the newer software', { batchTimeStamp: true, writer: 'library' }),
  sample('batch-both', 'signed and stamped through hash chains', { batch: true, batchTimeStamp: true, attachments }),
  sample('rest-request', 'a message in text', { message: restRequest(), attachments }),
  sample('rest-response', 'the answer in text', { message: restResponse(), writer: 'library', batchTimeStamp: true }),
  sample('rest-batch', 'a message in text in a hash chain', { message: restRequest(), batch: true }),
  sample('unreferenced-chain', 'a hash chain that the signature does not reference is none', {
    batch: true,
    references: () => ['message.xml'],
  }),
  sample('intermediate', 'the certificate leads over an intermediate authority', {
    signer: memberSigner('70000001', { issuer: xroadPki.intermediateAuthority }),
    ocsp: [
      ocspResponse({
        certificate: memberSigner('70000001', { issuer: xroadPki.intermediateAuthority }),
        responder: xroadPki.intermediateAuthority,
        producedAt: ocspTime,
      }),
      ocspResponse({ certificate: xroadPki.intermediateAuthority, responder: xroadPki.topAuthority, producedAt: ocspTime }),
    ],
  }),
  sample(
    'intermediate-own-profile',
    'the authority at the top is approved twice, for authorities whose certificates name members in different ways',
    {
      signer: memberSigner('70000001', { issuer: xroadPki.intermediateAuthority }),
      ocsp: [
        ocspResponse({
          certificate: memberSigner('70000001', { issuer: xroadPki.intermediateAuthority }),
          responder: xroadPki.intermediateAuthority,
          producedAt: ocspTime,
        }),
        ocspResponse({ certificate: xroadPki.intermediateAuthority, responder: xroadPki.topAuthority, producedAt: ocspTime }),
      ],
    },
    {
      instances: [
        {
          ...estonia,
          instance: 'EE-TEST',
          authorities: [
            ...estonia.authorities,
            { identity: xroadPki.topAuthority, certificateProfile: 'SkEsteId', intermediates: [xroadPki.unlistedAuthority] },
          ],
        },
        finland,
      ],
    },
  ),
  sample('other-instance', 'a message of another instance, whose trust is configured beside', {
    message: soapMessage({ client: { ...sender, instance: 'FI-TEST' }, service: { ...provider, instance: 'FI-TEST' } }),
    signer: xroadPki.otherInstanceSigner,
    ocsp: { responder: xroadPki.otherInstanceResponder },
    timeStamp: { unit: xroadPki.otherInstanceTimeStampingAuthority },
  }),
  sample('time-stamp-unit-listed', 'a token without its certificate, which the instance names', { timeStamp: { certificates: [] } }),
  sample('batch-time-stamp-unit-listed', 'the same by key identifier, over a hash chain', {
    batchTimeStamp: true,
    timeStamp: { certificates: [], keyIdentifier: true },
  }),
  sample('time-stamp-ber', 'a token in indefinite lengths', { timeStamp: { encoding: 'ber' } }),
  sample('ocsp-at-its-limit', 'as old as the instance allows, to the second', {
    ocsp: { producedAt: moments.timeStamp - hours(8) },
  }),
  sample('organization-identifier', 'the certificate names the member by its organization identifier', {
    signer: memberSigner('70000001', {
      subject: [
        ['C', 'EE'],
        ['CN', 'Asutus'],
        ['organizationIdentifier', 'GO:EE-70000001'],
      ],
    }),
  }),
]

const withMessage = (message: string): XroadOptions => ({ message })
const soap = (pattern: RegExp, replacement: string): XroadOptions =>
  withMessage(soapMessage({ edit: (xml) => xml.replace(pattern, replacement) }))
const removed = (field: string) => soap(new RegExp(`<xroad:${field}[ >].*</xroad:${field}>`), '')
const doubled = (field: string) => soap(new RegExp(`<xroad:${field}[ >].*</xroad:${field}>`), '$&$&')

/** The message does not say who sent it. */
const messages: readonly XroadSample[] = [
  ...['id', 'protocolVersion', 'service'].map((field) =>
    sample(`message-without-${field.toLowerCase()}`, 'a required field of the header is missing', removed(field), {
      verdict: FORMAT,
      errors: ['xroad-message-field-present'],
    }),
  ),
  sample('message-without-client', 'the field that names the sender is missing', removed('client'), {
    verdict: FORMAT,
    errors: ['xroad-message-field-present', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
  sample('message-two-ids', 'a field stands twice', doubled('id'), { verdict: FORMAT, errors: ['xroad-message-field-single'] }),
  sample('message-two-clients', 'two senders', doubled('client'), {
    verdict: FORMAT,
    errors: ['xroad-message-field-single', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
  sample('message-without-header', 'no header', soap(/<SOAP-ENV:Header>[\s\S]*<\/SOAP-ENV:Header>/, ''), {
    verdict: FORMAT,
    errors: ['xroad-message-header-present', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
  sample('message-without-body', 'no body', soap(/<SOAP-ENV:Body>.*<\/SOAP-ENV:Body>/, ''), {
    verdict: FORMAT,
    errors: ['xroad-message-body-single', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
  sample('message-other-service', 'the body is about another service', withMessage(soapMessage({ body: 'muu' })), {
    verdict: FORMAT,
    errors: ['xroad-message-service-consistent'],
  }),
  sample('message-doctype', 'a document type declaration', soap(/\?>/, '?><!DOCTYPE x [<!ENTITY y "z">]>'), {
    verdict: FORMAT,
    errors: ['xroad-message-readable', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
  sample('message-no-soap', 'text of no kind', withMessage('Tere!'), {
    verdict: FORMAT,
    errors: ['xroad-message-readable', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
  sample('message-invalid-client', 'an identifier without a member', soap(/<id:memberCode>70000001<\/id:memberCode>/, ''), {
    verdict: FORMAT,
    errors: ['xroad-message-field-valid', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
  }),
]

const changedFile =
  (name: string, content: string | Buffer): NonNullable<XroadOptions['entries']> =>
  (entries) =>
    entries.map((entry) => (entry.name === name ? { ...entry, content: Buffer.from(content) } : entry))
const otherMessage = soapMessage({ edit: (xml) => xml.replace('>42<', '>43<') })
const withSteps = (steps: (xml: string) => string): XroadOptions => ({ batch: { steps }, attachments })
const otherData = (chain: TestChain): TestChain => ({
  ...chain,
  steps: chain.steps.map((step) => ({
    ...step,
    children: step.children.filter((child) => child.kind !== 'data' || child.uri !== '/message.xml'),
  })),
})
const namedSibling = (chain: TestChain): TestChain => ({
  ...chain,
  steps: chain.steps.map((step) => ({
    ...step,
    children: step.children.map((child) =>
      child.kind === 'value' ? { kind: 'data', uri: '/leping.pdf', content: Buffer.from('the message beside this one') } : child,
    ),
  })),
})
const swapped = (chain: TestChain): TestChain => ({
  ...chain,
  steps: chain.steps.map((step) => {
    const data = step.children.filter((child) => child.kind === 'data')
    const relabelled: readonly StepChild[] = data.map((child, i) => ({ ...child, uri: data[data.length - 1 - i]?.uri ?? '' }))
    return data.length < 2 ? step : { ...step, children: relabelled }
  }),
})

/** Signature and time-stamp do not lead to the message. */
const chains: readonly XroadSample[] = [
  sample(
    'message-changed',
    'changed after it was signed',
    { entries: changedFile('message.xml', otherMessage) },
    {
      verdict: HASH,
      errors: ['signed-data-intact'],
      scopes: [],
    },
  ),
  sample(
    'message-not-signed',
    'the signature covers an attachment only',
    { attachments, references: () => ['attachment1'] },
    {
      verdict: FORMAT,
      errors: ['xroad-message-signed'],
      scopes: ['attachment1'],
      validationWarnings: ['xroad-file-not-signed', 'xroad-file-not-signed'],
    },
  ),
  sample(
    'chain-not-signed',
    'the signature covers an attachment only, and not the hash chain beside it, which leads to the message',
    { batch: true, attachments, references: () => ['attachment1'] },
    {
      verdict: FORMAT,
      errors: ['xroad-message-signed'],
      scopes: ['attachment1'],
      validationWarnings: ['xroad-file-not-signed', 'xroad-file-not-signed'],
    },
  ),
  sample(
    'attachment-changed',
    'an attachment was changed',
    { batch: true, attachments, stored: [Buffer.from('muu'), null] },
    {
      verdict: HASH,
      errors: ['xroad-hash-chain-input-intact'],
      scopes: [],
      warnings: ['xroad-attachment-present'],
    },
  ),
  sample(
    'attachment-added',
    'an attachment that nothing covers',
    {
      entries: (entries) => [...entries, { name: 'attachment1', content: Buffer.from('uus') }],
    },
    { validationWarnings: ['xroad-file-not-signed'] },
  ),
  sample(
    'foreign-file-added',
    'a file that does not belong to the message, and one in META-INF',
    {
      entries: (entries) => [
        ...entries,
        { name: 'leping.pdf', content: Buffer.from('uus') },
        { name: 'META-INF/extra.bin', content: Buffer.from('uus') },
      ],
    },
    { validationWarnings: ['xroad-file-not-signed'] },
  ),
  sample(
    'foreign-file-in-chain',
    'a file that the hash chain names, with the digest of another message of the batch',
    {
      batch: { chain: namedSibling },
      attachments,
      entries: (entries) => [...entries, { name: 'leping.pdf', content: Buffer.from('uus') }],
    },
    { warnings: ['xroad-attachment-present'], validationWarnings: ['xroad-file-not-signed'] },
  ),
  sample(
    'chain-without-message',
    'a sound chain that binds other data',
    { batch: { chain: otherData }, attachments },
    {
      verdict: FORMAT,
      errors: ['xroad-hash-chain-input-bound'],
      scopes: [],
      validationWarnings: ['xroad-file-not-signed'],
    },
  ),
  sample(
    'chain-message-changed',
    'the message in the chain was changed',
    { batch: true, entries: changedFile('message.xml', otherMessage) },
    {
      verdict: HASH,
      errors: ['xroad-hash-chain-input-intact'],
      scopes: [],
    },
  ),
  sample(
    'chain-swapped',
    'message and attachment exchanged under the same digests',
    {
      message: soapMessage({ edit: (xml) => xml.replace('>42<', '>lisa<') }),
      attachments: [Buffer.from(soapMessage())],
      batch: { chain: swapped },
    },
    {
      verdict: FORMAT,
      errors: [
        'xroad-hash-chain-input-order',
        'xroad-hash-chain-input-order',
        'xroad-hash-chain-input-intact',
        'xroad-hash-chain-input-intact',
      ],
      scopes: [],
    },
  ),
  sample(
    'chain-other-result',
    'the result is that of another chain',
    {
      batch: { result: (xml) => xml.replace(/<DigestValue>[^<]*/, `<DigestValue>${Buffer.alloc(64).toString('base64')}`) },
    },
    { verdict: HASH, errors: ['xroad-hash-chain-result-intact'], scopes: [] },
  ),
  sample(
    'chain-step-missing',
    'a step that is not there',
    withSteps((xml) => xml.replace('"#STEP1"', '"#STEP2"')),
    nothingBound('xroad-hash-chain-step-found'),
  ),
  sample(
    'chain-cycle',
    'a step that leads back',
    withSteps((xml) => xml.replace('<ns2:DataRef URI="/attachment2">', '<ns2:StepRef URI="#STEP0"/>$&')),
    {
      verdict: FORMAT,
      errors: ['xroad-hash-chain-acyclic', 'xroad-hash-chain-input-order', 'xroad-hash-chain-input-order', 'xroad-hash-chain-input-order'],
      scopes: [],
    },
  ),
  sample(
    'chain-outside',
    'a reference to another place',
    withSteps((xml) => xml.replace('"#STEP1"', '"http://x.example/c.xml#STEP1"')),
    nothingBound('xroad-hash-chain-reference-inside'),
  ),
  sample(
    'chain-transform',
    'an input that is transformed',
    withSteps((xml) => xml.replace('<ns2:DataRef URI="/message.xml">', '$&<Transforms/>')),
    {
      verdict: FORMAT,
      errors: ['xroad-hash-chain-transforms'],
      ...nothingSigned,
    },
  ),
  sample(
    'chain-unreadable',
    'steps that are no XML',
    withSteps((xml) => xml.slice(0, -20)),
    {
      verdict: FORMAT,
      errors: ['xroad-hash-chain-readable'],
      ...nothingSigned,
    },
  ),
  sample(
    'chain-input-twice',
    'the message stands in it twice',
    {
      batch: {
        chain: (chain) => ({
          ...chain,
          steps: chain.steps.map((step) => ({
            ...step,
            children: step.children.flatMap((child): readonly StepChild[] => (child.kind === 'data' ? [child, child] : [child])),
          })),
        }),
      },
    },
    { verdict: FORMAT, errors: ['xroad-hash-chain-input-once', 'xroad-hash-chain-input-order'], scopes: [] },
  ),
  sample(
    'chain-unused-step',
    'a step that nothing refers to',
    withSteps((xml) => xml.replace('</ns2:HashChain>', '<ns2:HashStep id="STEP9"><ns2:StepRef URI="#STEP0"/></ns2:HashStep>$&')),
    {
      warnings: ['xroad-hash-chain-steps-used'],
    },
  ),
  sample(
    'chain-unknown-digest',
    'a digest method that nobody knows',
    {
      batch: { steps: (xml) => xml.replace('http://www.w3.org/2001/04/xmlenc#sha512', 'urn:x-digest') },
    },
    { verdict: HASH, errors: ['xroad-hash-chain-result-intact', 'xroad-hash-chain-digest-known'], scopes: [] },
  ),
  sample(
    'chain-md5',
    'a digest method that is not accepted',
    { batch: { chain: (chain) => ({ ...chain, digest: 'md5' }) } },
    {
      verdict: 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      errors: ['xroad-hash-chain-algorithm-acceptable'],
    },
  ),
  sample(
    'chain-sha1',
    'a weak digest method',
    { batch: { chain: (chain) => ({ ...chain, digest: 'sha1' }) } },
    { warnings: ['digest-strong'] },
  ),
  sample('chain-sha3', 'a hash chain by SHA3-512', { batch: { chain: (chain) => ({ ...chain, digest: 'sha3-512' }) } }),
  sample(
    'chain-ripemd160',
    'a weak digest method as well',
    { batch: { chain: (chain) => ({ ...chain, digest: 'ripemd160' }) } },
    { warnings: ['digest-strong'] },
  ),
  sample(
    'two-signatures',
    'a second signature in the file',
    {
      tamper: (xml) =>
        xml.replace(/<ds:Signature Id="signature">[\s\S]*<\/ds:Signature>/, (one) => one + one.replaceAll('"signature"', '"s2"')),
    },
    {
      verdict: FORMAT,
      errors: ['identifier-unique', 'signed-properties-referenced', 'xroad-signature-single', 'signing-certificate-reference-signed'],
      warnings: ['unused-identifier-unique'],
    },
  ),
]

const flip = (value: Buffer): Buffer => Buffer.from([(value[0] ?? 0) ^ 1, ...value.subarray(1)])

/** The time-stamp proves nothing. */
const timeStamps: readonly XroadSample[] = [
  sample('no-time-stamp', 'nothing proves the time', { timeStamp: null }, { verdict: FORMAT, errors: ['existence-proven'] }),
  sample(
    'time-stamp-of-other-data',
    'over something else than the signature value',
    { timeStamp: { data: Buffer.from('muu') } },
    {
      verdict: FORMAT,
      errors: ['existence-proven', 'time-stamp-imprint-intact'],
    },
  ),
  sample(
    'time-stamp-not-approved',
    'by a unit that the instance has not approved',
    {
      timeStamp: { unit: xroadPki.otherInstanceTimeStampingAuthority },
    },
    { verdict: FORMAT, errors: ['existence-proven', 'certificate-chain-found'] },
  ),
  sample(
    'time-stamp-of-other-instance-without-certificate',
    'a token without its certificate, by a unit that another instance names',
    { timeStamp: { unit: xroadPki.otherInstanceTimeStampingAuthority, certificates: [] } },
    { verdict: FORMAT, errors: ['existence-proven', 'time-stamp-certificate-identified'] },
  ),
  sample(
    'time-stamp-by-certificate-of-authority',
    'by a unit that has a certificate from the approved authority, and is not approved itself',
    { timeStamp: { unit: xroadPki.unapprovedTimeStampingAuthority } },
    { verdict: FORMAT, errors: ['existence-proven', 'trust-service-type', 'revocation-data-available'] },
  ),
  sample(
    'time-stamp-broken',
    'its own signature does not verify',
    { timeStamp: { tamperSignature: flip } },
    {
      verdict: FORMAT,
      errors: ['existence-proven', 'time-stamp-signature-intact'],
    },
  ),
  sample(
    'time-stamp-names-no-certificate',
    'without the attribute that names its certificate',
    { timeStamp: { signingCertificate: 'none' } },
    {
      verdict: FORMAT,
      errors: ['existence-proven', 'time-stamp-certificate-reference-present'],
    },
  ),
  sample(
    'batch-time-stamp-unreadable',
    'a token of a batch that is none',
    { batchTimeStamp: true, entries: changedFile('META-INF/timestamp.tst', 'muu') },
    {
      verdict: FORMAT,
      errors: ['existence-proven', 'time-stamp-readable'],
    },
  ),
  sample(
    'batch-time-stamp-missing',
    'a hash chain without the time-stamp',
    { batchTimeStamp: true, timeStamp: null },
    {
      verdict: FORMAT,
      errors: ['xroad-time-stamp-single', 'existence-proven'],
    },
  ),
  sample(
    'batch-time-stamp-alone',
    'a time-stamp beside the signature without its hash chain',
    {
      batchTimeStamp: true,
      entries: (entries) => entries.filter(({ name }) => !String(name).startsWith('ts-')),
    },
    { verdict: FORMAT, errors: ['xroad-time-stamp-single', 'existence-proven'] },
  ),
  sample(
    'batch-time-stamp-other-signature',
    'the chain leads to another signature',
    {
      batchTimeStamp: {
        chain: (chain) => ({
          ...chain,
          steps: chain.steps.map((step) => ({
            ...step,
            children: step.children.map((child) => (child.kind === 'data' ? { ...child, content: Buffer.from('muu') } : child)),
          })),
        }),
      },
    },
    { verdict: HASH, errors: ['xroad-hash-chain-input-intact', 'existence-proven', 'time-stamp-data-found'] },
  ),
  sample(
    'batch-time-stamp-no-signature',
    'the chain does not lead to the signature',
    {
      batchTimeStamp: { steps: (xml) => xml.replace('/META-INF/signatures.xml', '/META-INF/other.xml') },
    },
    { verdict: FORMAT, errors: ['xroad-hash-chain-input-bound', 'existence-proven', 'time-stamp-data-found'] },
  ),
  sample(
    'time-stamp-twice',
    'two time-stamps in the signature',
    {
      tamper: (xml) => xml.replace(/<xades:SignatureTimeStamp>.*?<\/xades:SignatureTimeStamp>/, '$&$&'),
    },
    { verdict: FORMAT, errors: ['xroad-time-stamp-single'] },
  ),
]

const signer = (changes: Partial<CertificateOptions>) => memberSigner('70000001', changes)
const other: TestMember = { instance: 'EE-TEST', memberClass: 'COM', memberCode: '10000002' }
const CHAIN = 'INDETERMINATE CHAIN_CONSTRAINTS_FAILURE'

/** The certificate is not that of the sender, or not one that the instance trusts. */
const signers: readonly XroadSample[] = [
  sample(
    'other-member',
    'signed by another member than the sender',
    { signer: xroadPki.otherMember },
    { verdict: CHAIN, errors: ['xroad-member-matches'] },
  ),
  sample(
    'other-member-response',
    'an answer that the client has signed',
    {
      message: soapMessage({ client: sender, service: other, body: 'paringResponse' }),
    },
    { verdict: CHAIN, errors: ['xroad-member-matches'] },
  ),
  sample(
    'other-member-rest',
    'a request in text that somebody else has signed',
    {
      message: restRequest({ client: other }),
    },
    { verdict: CHAIN, errors: ['xroad-member-matches'] },
  ),
  sample(
    'member-unnamed',
    'the certificate has no register code',
    {
      signer: signer({
        subject: [
          ['C', 'EE'],
          ['CN', 'Asutus'],
        ],
      }),
    },
    { verdict: CHAIN, errors: ['xroad-member-named'] },
  ),
  sample(
    'member-named-twice',
    'the certificate has two register codes',
    {
      signer: signer({
        subject: [
          ['C', 'EE'],
          ['serialNumber', '70000001'],
          ['serialNumber', '10000002'],
        ],
      }),
    },
    { verdict: CHAIN, errors: ['xroad-member-named'] },
  ),
  sample(
    'instance-unknown',
    'an instance that nobody has configured',
    {},
    {
      instances: [finland],
      verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
      errors: ['xroad-instance-known', 'certificate-chain-found', 'existence-proven', 'certificate-chain-found'],
    },
  ),
  sample(
    'instance-foreign-authority',
    'an authority of another instance',
    {
      signer: signer({ issuer: xroadPki.otherInstanceAuthority }),
      ocsp: { responder: xroadPki.otherInstanceResponder },
    },
    { verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND', errors: ['certificate-chain-found'] },
  ),
  sample(
    'authority-two-profiles',
    'the authority is approved itself and as an intermediate, and the two profiles disagree about the member',
    {
      signer: signer({ issuer: xroadPki.intermediateAuthority }),
      ocsp: [
        ocspResponse({
          certificate: signer({ issuer: xroadPki.intermediateAuthority }),
          responder: xroadPki.intermediateAuthority,
          producedAt: ocspTime,
        }),
        ocspResponse({ certificate: xroadPki.intermediateAuthority, responder: xroadPki.topAuthority, producedAt: ocspTime }),
      ],
    },
    {
      instances: [
        {
          ...estonia,
          instance: 'EE-TEST',
          authorities: [
            ...estonia.authorities,
            { identity: xroadPki.intermediateAuthority, certificateProfile: 'SkEsteId', to: '2035-01-01' },
          ],
        },
        finland,
      ],
      verdict: CHAIN,
      errors: ['xroad-member-matches'],
    },
  ),
  sample(
    'authority-below-not-configured',
    'an authority between the certificate and the approved one, which the instance does not name',
    {
      signer: signer({ issuer: xroadPki.unlistedAuthority }),
      ocsp: [
        ocspResponse({
          certificate: signer({ issuer: xroadPki.unlistedAuthority }),
          responder: xroadPki.unlistedAuthority,
          producedAt: ocspTime,
        }),
        ocspResponse({ certificate: xroadPki.unlistedAuthority, responder: xroadPki.topAuthority, producedAt: ocspTime }),
      ],
    },
    { verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND', errors: ['certificate-chain-found'] },
  ),
  sample(
    'authority-no-longer-approved',
    'the authority was approved until the year before',
    {},
    {
      instances: [{ ...estonia, authorities: estonia.authorities.map((one) => ({ ...one, to: '2024-01-01' })) }],
      verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
      errors: ['trust-service-type', 'revocation-issuer-authorised'],
    },
  ),
  sample(
    'configuration-expired',
    'the configuration had ended before the message was stamped',
    {},
    {
      instances: [{ ...estonia, expires: '2026-01-01' }],
      warnings: ['xroad-configuration-current'],
    },
  ),
  sample(
    'key-usage',
    'a certificate that is not for signatures',
    { signer: signer({ keyUsage: ['digitalSignature'] }) },
    {
      verdict: CHAIN,
      errors: ['signing-certificate-key-usage'],
    },
  ),
  sample(
    'signer-expired',
    'the certificate had ended before the time-stamp',
    { signer: signer({ notAfter: '2026-03-01T00:00:00Z' }) },
    {
      verdict: 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
      errors: ['certificate-valid', 'revocation-covers-certificate'],
    },
  ),
  sample(
    'signature-value',
    'the signature value was changed',
    {
      tamper: (xml) =>
        xml.replace(/(<ds:SignatureValue[^>]*>)(.)/, (_, open: string, first: string) => `${open}${first === 'A' ? 'B' : 'A'}`),
    },
    { verdict: 'TOTAL-FAILED SIG_CRYPTO_FAILURE', errors: ['signature-value-intact', 'existence-proven', 'time-stamp-imprint-intact'] },
  ),
  sample(
    'properties-changed',
    'the signed properties were changed',
    { tamper: (xml) => xml.replace('2026-03-10T10:00:00Z', '2026-03-09T10:00:00Z') },
    {
      verdict: HASH,
      errors: ['signed-properties-intact'],
    },
  ),
]

const belowIntermediate = memberSigner('70000001', { issuer: xroadPki.intermediateAuthority })

/** A list of the top authority is the only statement about the intermediate one, whose certificate only the configuration contains. */
const withAuthorityList = (revoked: boolean): XroadOptions => {
  const list = certificateRevocationList({
    issuer: xroadPki.topAuthority,
    thisUpdate: ocspTime,
    revoked: revoked
      ? [{ serialNumber: xroadPki.intermediateAuthority.certificate.serialNumber, revokedAt: moments.timeStamp - hours(240) }]
      : [],
  })
  return {
    signer: belowIntermediate,
    ocsp: [
      ocspResponse({
        certificate: belowIntermediate,
        responder: xroadPki.intermediateAuthority,
        producedAt: ocspTime,
        certificates: [],
      }),
    ],
    tamper: (xml) =>
      xml.replace(
        '<xades:RevocationValues>',
        `$&<xades:CRLValues><xades:EncapsulatedCRLValue>${list.toString('base64')}</xades:EncapsulatedCRLValue></xades:CRLValues>`,
      ),
  }
}

/** What is said of the certificate does not help. */
const answers: readonly XroadSample[] = [
  sample('intermediate-listed', 'a revocation list does not name the intermediate authority', withAuthorityList(false)),
  sample(
    'intermediate-listed-revoked',
    'a revocation list names the intermediate authority, which is only in the configuration',
    withAuthorityList(true),
    { verdict: 'INDETERMINATE REVOKED_CA_NO_POE', errors: ['authority-not-revoked'] },
  ),
  sample(
    'ocsp-missing',
    'no OCSP response',
    { ocsp: null },
    { verdict: 'INDETERMINATE TRY_LATER', errors: ['revocation-data-available', 'revocation-data-in-signature'] },
  ),
  sample(
    'ocsp-too-old',
    'older than the instance allows, by a second',
    { ocsp: { producedAt: moments.timeStamp - hours(8) - 1_000 } },
    {
      verdict: 'INDETERMINATE TRY_LATER',
      errors: ['revocation-data-fresh'],
    },
  ),
  sample(
    'ocsp-next-update',
    'had run out when the message was stamped',
    { ocsp: { nextUpdate: moments.timeStamp - minutes(1) } },
    {
      verdict: 'INDETERMINATE TRY_LATER',
      errors: ['revocation-data-current'],
    },
  ),
  sample(
    'ocsp-next-update-not-verified',
    'had run out when the message was stamped, in an instance that does not verify it',
    { ocsp: { nextUpdate: moments.timeStamp - minutes(1) } },
    { warnings: ['revocation-data-current'], instances: [{ ...estonia, verifyOcspNextUpdate: false }] },
  ),
  sample(
    'ocsp-next-update-not-verified-too-old',
    'had run out and was older than the instance allows, which does not verify the former',
    { ocsp: { producedAt: moments.timeStamp - hours(8) - 1_000, nextUpdate: moments.timeStamp - minutes(1) } },
    {
      verdict: 'INDETERMINATE TRY_LATER',
      errors: ['revocation-data-fresh'],
      warnings: ['revocation-data-current'],
      instances: [{ ...estonia, verifyOcspNextUpdate: false }],
    },
  ),
  sample(
    'ocsp-revoked',
    'the certificate is revoked',
    { ocsp: { status: { revokedAt: ocspTime - hours(1) } } },
    {
      verdict: 'INDETERMINATE REVOKED_NO_POE',
      errors: ['certificate-not-revoked'],
    },
  ),
  sample(
    'ocsp-unknown',
    'the responder does not know the certificate',
    { ocsp: { status: 'unknown' } },
    {
      verdict: 'INDETERMINATE TRY_LATER',
      errors: ['revocation-status-known'],
    },
  ),
  sample(
    'ocsp-other-certificate',
    'about another certificate',
    { ocsp: { certificate: xroadPki.otherMember } },
    {
      verdict: 'INDETERMINATE TRY_LATER',
      errors: ['revocation-data-available'],
    },
  ),
  sample(
    'ocsp-other-responder',
    'of a responder of another instance',
    { ocsp: { responder: xroadPki.otherInstanceResponder } },
    {
      verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
      errors: ['revocation-issuer-chain-found'],
    },
  ),
  sample(
    'ocsp-responder-of-other-authority',
    'the responder is configured for another authority of the same instance',
    {
      signer: memberSigner('70000001', { issuer: xroadPki.topAuthority, key: testKey('signer-rsa-2048') }),
    },
    { verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND', errors: ['revocation-issuer-authorised'] },
  ),
]

export const xroadSamples: readonly XroadSample[] = [...soundContainers, ...messages, ...chains, ...timeStamps, ...signers, ...answers]
