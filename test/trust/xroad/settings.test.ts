import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type TrustFileAccess, TrustSettingsError } from '#trust'
import { readXroadSettings } from '#trust/xroad'
import type { XroadSettingsContext } from '../../../src/trust/xroad/read-xroad-settings.js'
import { xroadSettingsSchema } from '../../../src/trust/xroad/settings-schema.js'
import { openDecodedCache } from '../../../src/validation/validation-context.js'
import type { Identity } from '../../support/certificate.js'
import { type ConfigurationOptions, configuration } from '../../support/xroad/configuration.js'
import { xroadPki } from '../../support/xroad/pki.js'
import { estonia, finland, xroadTrustFiles } from '../../support/xroad/trust.js'

function filesOf(files: ReadonlyMap<string, string>): TrustFileAccess {
  return {
    inspect: (path) => {
      const content = files.get(path)
      return content === undefined ? null : { kind: 'file', size: Buffer.byteLength(content) }
    },
    readFile: (path) => Buffer.from(files.get(path) ?? ''),
    readDirectory: () => [],
  }
}

const read = (files: ReadonlyMap<string, string>, changes: Partial<XroadSettingsContext['limits']['configuration']> = {}) =>
  readXroadSettings('/t/xroad.json', {
    files: filesOf(files),
    cache: openDecodedCache(limits),
    limits: { trust: limits.trust, configuration: { xml: limits.trustedList.xml, ...limits.xroadTrust, ...changes } },
  })

function refusal(act: () => unknown): TrustSettingsError {
  try {
    act()
  } catch (error) {
    if (error instanceof TrustSettingsError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const downloaded = (options: ConfigurationOptions = {}, entry: object = { anchor: 'anchor.xml', directory: 'internalconf' }) => {
  const { anchor, directory, parameters } = configuration(options)
  return new Map([
    ['/t/xroad.json', JSON.stringify({ configurations: [{ sharedParameters: 'shared-params.xml', ...entry }] })],
    ['/t/anchor.xml', anchor],
    ['/t/internalconf', directory],
    ['/t/shared-params.xml', parameters],
  ])
}
const types = (files: ReadonlyMap<string, string>) =>
  read(files)[0]
    ?.snapshot.services.map(({ periods }) => periods[0]?.type)
    .sort()

describe('the downloaded configuration of an instance', () => {
  it('the downloaded configuration of an X-Road instance says what is approved, once anchor, directory and parameters belong together', () => {
    const [instance] = read(downloaded())
    expect(instance).toMatchObject({ instance: 'EE-TEST', ocspFreshness: 28_800_000, expires: Date.UTC(2026, 2, 10, 12), origin: 'signed' })
    expect(types(downloaded())).toEqual(['CA/PKC', 'Certstatus/OCSP', 'TSA'])
    expect(instance?.snapshot.services.find(({ memberProfile }) => memberProfile !== undefined)?.memberProfile).toBe('SkKlass3')
  })

  it('the downloaded configuration of an X-Road instance accepts a responder only for the authority under which it is configured', () => {
    const { intermediateAuthority, authority, responder, otherInstanceResponder } = xroadPki
    const cert = ({ certificate }: Identity) => `<cert>${certificate.der.toString('base64')}</cert>`
    const below = `<intermediateCA>${cert(intermediateAuthority)}<ocsp>${cert(otherInstanceResponder)}</ocsp></intermediateCA>`
    const [instance] = read(downloaded({ parameters: (xml) => xml.replace('</topCA>', `$&${below}`) }))
    const known = [...(instance?.snapshot.certificates ?? []), ...(instance?.intermediates ?? [])]
    const factsOf = ({ certificate }: Identity) => known.find(({ encoded }) => certificate.der.equals(encoded))
    const found = instance?.snapshot.services.flatMap(({ certificates, speaksFor }) =>
      speaksFor === undefined ? [] : [[certificates, speaksFor]],
    )
    expect(found).toEqual([
      [[factsOf(responder)?.id], [factsOf(authority)?.publicKey.id]],
      [[factsOf(otherInstanceResponder)?.id], [factsOf(intermediateAuthority)?.publicKey.id]],
    ])
  })

  it('the downloaded configuration of an X-Road instance may be signed over a digest by SHA-256', () => {
    expect(types(downloaded({ digest: 'sha256' }))).toHaveLength(3)
    expect(types(downloaded({ parametersDigest: 'sha256' }))).toHaveLength(3)
  })

  it('the downloaded configuration of an X-Road instance may hold certificates as base64 of PEM', () => {
    expect(types(downloaded({ pemInside: true }))).toEqual(['CA/PKC', 'Certstatus/OCSP', 'TSA'])
  })

  it('the downloaded configuration of an X-Road instance may have lines that end in LF', () => {
    expect(types(downloaded({ signed: (text) => text.replaceAll('\r', ''), directory: (text) => text.replaceAll('\r', '') }))).toHaveLength(
      3,
    )
  })

  it('the downloaded configuration of an X-Road instance is refused without anchor and directory, unless the operator vouches for a copy', () => {
    expect(refusal(() => read(downloaded({}, {})))).toMatchObject({ code: 'TRUST_FIELD_MISSING', field: 'configurations[0].anchor' })
    expect(refusal(() => read(downloaded({}, { anchor: 'anchor.xml' })))).toMatchObject({ field: 'configurations[0].directory' })
    expect(read(downloaded({}, { unsigned: true }))).toMatchObject([{ origin: 'unsigned', expires: null }])
  })

  it.each<readonly [string, ConfigurationOptions, string]>([
    ['a certificate that the anchor does not name', { anchored: xroadPki.otherMember }, 'XROAD_SIGNATURE'],
    ['a signature over a digest by SHA-1', { digest: 'sha1' }, 'XROAD_SIGNATURE'],
    ['a signature over something else', { directory: (text) => text.replace('Version: 3', 'Version: 4') }, 'XROAD_SIGNATURE'],
    [
      'no signature',
      { directory: (text) => text.replace(/--outer\r\nContent-Type: application[\s\S]*--outer--/, '--outer--') },
      'XROAD_SIGNATURE',
    ],
    ['a third part', { directory: (text) => text.replace('--outer--', '--outer\r\na: b\r\n\r\nx\r\n--outer--') }, 'XROAD_SIGNATURE'],
    ['no end', { signed: (text) => text.replace(/Expire-date.*\r\n/, '') }, 'XROAD_SIGNATURE'],
    ['no MIME', { directory: () => 'hello' }, 'XROAD_SIGNATURE'],
    [
      'a digest of other parameters',
      { signed: (text) => text.replace(/(hash|Hash).*\r\n\r\n./, (line) => `${line.slice(0, -1)}${line.endsWith('A') ? 'B' : 'A'}`) },
      'XROAD_DIRECTORY',
    ],
    ['a digest of the parameters by MD5', { parametersDigest: 'md5' }, 'XROAD_DIRECTORY'],
    ['a digest of the parameters by SHA-1', { parametersDigest: 'sha1' }, 'XROAD_DIRECTORY'],
    [
      'a digest by SHA-1',
      { signed: (text) => text.replace('http://www.w3.org/2001/04/xmlenc#sha512', 'http://www.w3.org/2000/09/xmldsig#sha1') },
      'XROAD_DIRECTORY',
    ],
    ['a part of another instance', { signed: (text) => text.replace("'EE-TEST'", "'FI-TEST'") }, 'XROAD_INSTANCE'],
    ['parameters of another instance', { parameters: (xml) => xml.replace('EE-TEST', 'FI-TEST') }, 'XROAD_INSTANCE'],
  ])('the downloaded configuration of an X-Road instance is refused with %s', (_, options, code) => {
    expect(refusal(() => read(downloaded(options))).code).toBe(code)
  })

  it.each([
    ['no freshness', /<ocspFreshnessSeconds>.*<\/ocspFreshnessSeconds>/, ''],
    ['a freshness that is no number', /28800/, '-1'],
    ['an unknown certificate profile', /SkKlass3/, 'Unheard'],
    ['a certificate that is none', /<cert>..../, '<cert>!!!!'],
    ['another root', /ns3:conf/g, 'ns3:other'],
    ['a DOCTYPE', /\?>/, '?><!DOCTYPE x>'],
    ['two instances', /<instanceIdentifier>.*<\/instanceIdentifier>/, '$&$&'],
  ])('the downloaded configuration of an X-Road instance is refused with parameters that have %s', (_, pattern, replacement) => {
    expect(refusal(() => read(downloaded({ parameters: (xml) => xml.replace(pattern, replacement) }))).code).toBe('XROAD_PARAMETERS')
  })

  it('the downloaded configuration of an X-Road instance has a directory of so many parts, and no more', () => {
    expect(read(downloaded(), { maxParts: 2 })).toHaveLength(1)
    expect(refusal(() => read(downloaded(), { maxParts: 1 })).message).toContain('too many parts')
  })

  it('the downloaded configuration of an X-Road instance has names and numbers of so many characters, and no more', () => {
    const named = (characters: number) =>
      downloaded({ parameters: (xml) => xml.replace('<name>Authority</name>', `<name>${'x'.repeat(characters)}</name>`) })
    const { maxTextLength } = limits.xroadTrust
    expect(read(named(maxTextLength))).toHaveLength(1)
    expect(refusal(() => read(named(maxTextLength + 1)))).toMatchObject({ code: 'XROAD_PARAMETERS' })
  })

  it.each([
    ['no certificate', /<verificationCert>.*<\/verificationCert>/, ''],
    ['a certificate that is not base64 beside a good one', /<verificationCert>/, '<verificationCert>!</verificationCert>$&'],
    ['no instance', /<instanceIdentifier>.*<\/instanceIdentifier>/, ''],
    ['another root', /configurationAnchor/g, 'other'],
  ])('the downloaded configuration of an X-Road instance is refused with an anchor that has %s', (_, pattern, replacement) => {
    const files = downloaded()
    files.set('/t/anchor.xml', (files.get('/t/anchor.xml') ?? '').replace(pattern, replacement))
    expect(refusal(() => read(files)).code).toBe('XROAD_ANCHOR')
  })
})

describe('instances that are written by hand', () => {
  const written = (change: (text: string) => string = (text) => text) => {
    const files = new Map(xroadTrustFiles([estonia, finland], '/t/'))
    files.set('/t/xroad.json', change(files.get('/t/xroad.json') ?? ''))
    return files
  }

  it('X-Road instances that are written by hand are independent, each with its own services', () => {
    const found = read(written())
    expect(found.map(({ instance }) => instance)).toEqual(['EE-TEST', 'FI-TEST'])
    const [first, second] = found.map(({ snapshot }) => new Set(snapshot.certificates.map(({ id }) => id)))
    expect([...(first ?? [])].filter((id) => second?.has(id) === true)).toEqual([])
    expect(found[0]?.intermediates).toHaveLength(1)
  })

  it('X-Road instances that are written by hand bind a responder to the authorities that it is configured for', () => {
    const [{ snapshot } = { snapshot: null }] = read(written())
    const key = (profile: string) => snapshot?.certificates.find(({ subject }) => subject.text.includes(profile))?.publicKey.id
    const responder = snapshot?.services.find(({ periods }) => periods[0]?.type === 'Certstatus/OCSP')
    expect(responder?.speaksFor).toEqual([key('CN=X-Road Test Authority')])
  })

  it.each([
    ['the same instance twice', (text: string) => text.replace('FI-TEST', 'EE-TEST'), 'XROAD_INSTANCE'],
    ['an unknown member', (text: string) => text.replace('"instance"', '"x": 1, "instance"'), 'TRUST_FIELD_UNKNOWN'],
    ['an unknown profile', (text: string) => text.replace('"FiVRK"', '"Fi"'), 'TRUST_FIELD_VALUE'],
    ['a freshness of nothing', (text: string) => text.replace('28800', '0'), 'TRUST_FIELD_VALUE'],
    ['a missing list', (text: string) => text.replace('"timeStamping"', '"comment"'), 'TRUST_FIELD_MISSING'],
    ['a file that is not there', (text: string) => text.replace('.pem"', '.crt"'), 'TRUST_PATH_MISSING'],
    ['a day that there is not', (text: string) => text.replace('"ocsp', '"expires": "2026-02-30", "ocsp'), 'TRUST_FIELD_VALUE'],
    ['no JSON', () => '<conf/>', 'TRUST_JSON'],
  ])('X-Road instances that are written by hand are refused with %s', (_, change, code) => {
    expect(refusal(() => read(written(change))).code).toBe(code)
  })

  it('X-Road instances that are written by hand are as many as one setting may name certificates, and no more', () => {
    const bounded = (maxCertificates: number) => () =>
      readXroadSettings('/t/xroad.json', {
        files: filesOf(written()),
        cache: openDecodedCache(limits),
        limits: { trust: { ...limits.trust, maxCertificates }, configuration: { xml: limits.trustedList.xml, ...limits.xroadTrust } },
      })
    expect(bounded(2)()).toHaveLength(2)
    expect(refusal(bounded(1))).toMatchObject({ code: 'TRUST_FIELD_VALUE', field: 'instances' })
  })

  it('X-Road instances that are written by hand have the schema that is published', () => {
    const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...xroadSettingsSchema(limits.trust.maxCertificates) }
    const published = readFileSync(new URL('../../../docs/schemas/xroad-settings.json', import.meta.url), 'utf8')
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(schema)))
  })
})
