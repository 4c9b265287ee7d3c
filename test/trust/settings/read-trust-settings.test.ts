import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { buildTrustSnapshot, readTrustSettings, type TrustContent, TrustSettingsError, type TrustSettingsErrorCode } from '#trust'
import { pki, variantOf } from '../../support/pki.js'
import { memoryFiles, pem, seededRandom } from '../memory-files.js'
import { derOf, newCache } from '../signature-facts.js'

const cache = newCache()
type Disk = Readonly<Record<string, Buffer | string>>

const disk: Disk = {
  '/trust/ca.pem': pem(derOf(pki.root)) + pem(derOf(pki.issuingAuthority)),
  '/trust/ocsp.crt': derOf(pki.listedResponder),
  '/trust/tsa/unit.pem': `The unit of 2021\n${pem(derOf(pki.timeStampingUnit))}`,
  '/trust/tsa/.hidden.pem': 'nothing',
  '/trust/tsa/README.md': 'nothing',
}

const withSettings = (settings: unknown, more: Disk = {}): Disk => ({ ...disk, '/trust/settings.json': JSON.stringify(settings), ...more })

function read(files: Disk, path: string, bounds: Partial<Record<keyof typeof limits.trust, number>> = {}): TrustContent {
  return readTrustSettings(path, { files: memoryFiles(files), cache, limits: { ...limits.trust, ...bounds } })
}

function refusal(action: () => unknown): TrustSettingsError {
  try {
    action()
  } catch (error) {
    if (error instanceof TrustSettingsError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const day = (iso: string): number => Date.parse(`${iso}T00:00:00Z`)

describe('files of certificates without settings', () => {
  it('files of certificates without settings take their role from the certificate, granted since it begins', () => {
    const { services, sources } = read(disk, '/trust')
    expect(
      services.map(({ id, name, periods }) => [id, name, ...periods.map(({ type, status, to }) => `${type} ${status} ${to}`)]),
    ).toEqual([
      ['settings:ca.pem#1', 'Allkiri Test Root', 'CA/PKC granted null'],
      ['settings:ca.pem#2', 'Allkiri Test Issuing Authority', 'CA/PKC granted null'],
      ['settings:ocsp.crt#1', 'Allkiri Test Listed Responder', 'Certstatus/OCSP granted null'],
    ])
    expect(services.map((service) => service.periods[0]?.from)).toEqual([day('2020-01-01'), day('2020-06-01'), day('2021-01-01')])
    expect(sources).toEqual([
      { id: 'settings:ca.pem', kind: 'settings', facts: { services: 2 } },
      { id: 'settings:ocsp.crt', kind: 'settings', facts: { services: 1 } },
    ])
  })

  it('files of certificates without settings may be named directly, with any extension', () => {
    expect(read(disk, '/trust/tsa/unit.pem').services).toMatchObject([{ id: 'settings:unit.pem#1', periods: [{ type: 'TSA' }] }])
    expect(read({ '/trust/unit': pem(derOf(pki.timeStampingUnit)) }, '/trust/unit').services).toHaveLength(1)
  })
})

describe('a settings file', () => {
  it('a trust settings file names files and folders relative to itself; each certificate becomes a service', () => {
    const { services, certificates } = read(withSettings({ services: [{ files: ['ca.pem', 'tsa'], role: 'ca' }] }), '/trust/settings.json')
    expect(services.map((service) => service.id)).toEqual([
      'settings:settings.json#1/ca.pem',
      'settings:settings.json#1/ca.pem:2',
      'settings:settings.json#1/unit.pem',
    ])
    expect(certificates).toHaveLength(3)
  })

  it('a trust settings file says role, exact type, name, status and period', () => {
    const entry = {
      files: 'ocsp.crt',
      role: 'ocsp',
      type: 'Certstatus/OCSP/QC',
      name: 'Responder',
      status: 'withdrawn',
      from: '2021-03-01',
      to: '2022-01-01T12:00:00+02:00',
    }
    const [service] = read(withSettings({ services: [{ ...entry, timeMarkResponder: true }] }), '/trust/settings.json').services
    expect(service).toMatchObject({
      name: 'Responder',
      timeMarkResponder: true,
      periods: [{ type: 'Certstatus/OCSP/QC', status: 'withdrawn', from: day('2021-03-01'), to: Date.parse('2022-01-01T10:00:00Z') }],
    })
  })

  it('a trust settings file says a history, in any order, the oldest period from the start of the certificate where it has no "from"', () => {
    const periods = [
      { status: 'undersupervision', to: '2023-01-01' },
      { status: 'withdrawn', from: '2024-01-01' },
      { status: 'granted', from: '2023-01-01', to: '2024-01-01' },
    ]
    const [service] = read(withSettings({ services: [{ files: 'ocsp.crt', role: 'ocsp', periods }] }), '/trust/settings.json').services
    expect(service?.periods.map(({ status, from, to }) => [status, from, to])).toEqual([
      ['withdrawn', day('2024-01-01'), null],
      ['granted', day('2023-01-01'), day('2024-01-01')],
      ['undersupervision', day('2021-01-01'), day('2023-01-01')],
    ])
  })

  it('a trust settings file makes a folder read its certificates once: those that it names are not read for themselves', () => {
    const { services } = read(withSettings({ services: [{ files: 'ca.pem', role: 'ca', type: 'CA/QC' }] }), '/trust')
    expect(services.map((service) => [service.id, service.periods[0]?.type])).toEqual([
      ['settings:settings.json#1/ca.pem', 'CA/QC'],
      ['settings:settings.json#1/ca.pem:2', 'CA/QC'],
      ['settings:ocsp.crt#1', 'Certstatus/OCSP'],
    ])
  })

  it('a trust settings file may name nothing at all', () => {
    expect(read(withSettings({ services: [] }), '/trust/settings.json')).toEqual({ sources: [], services: [], certificates: [] })
  })

  it('a trust settings file does not tell the folders of the machine', () => {
    expect(JSON.stringify(buildTrustSnapshot([read(disk, '/trust')]))).not.toContain('/trust')
  })
})

describe('settings that cannot be used', () => {
  const entry = (changes: object, without: readonly string[] = []): Disk => {
    const whole: Record<string, unknown> = { files: 'ocsp.crt', role: 'ocsp', ...changes }
    for (const name of without) delete whole[name]
    return withSettings({ services: [whole] })
  }
  const settings = '/trust/settings.json'

  it.each<[string, TrustSettingsErrorCode, string | null, Disk, string, RegExp]>([
    ['a path that does not exist', 'TRUST_PATH_MISSING', null, disk, '/nowhere', /write the path of one that exists/],
    ['a text file', 'TRUST_FILE_KIND', null, { '/trust/a.pem': 'hello' }, '/trust/a.pem', /neither a settings file .* name one of these/],
    ['an empty file', 'TRUST_FILE_KIND', null, { '/trust/a.pem': '' }, '/trust/a.pem', /neither/],
    ['a folder without certificates', 'TRUST_FOLDER_EMPTY', null, { '/trust/README.md': '' }, '/trust', /put one there/],
    ['JSON that is none', 'TRUST_JSON', null, { [settings]: '{ "services": [ }' }, settings, /write \{ "services"/],
    ['JSON that is not UTF-8', 'TRUST_JSON', null, { [settings]: Buffer.from([0x7b, 0xff]) }, settings, /UTF-8/],
    ['an array', 'TRUST_FIELD_VALUE', null, { [settings]: '[]' }, settings, /write an object with services/],
    ['no services', 'TRUST_FIELD_MISSING', 'services', withSettings({}), settings, /write an array/],
    ['services that are an object', 'TRUST_FIELD_VALUE', 'services', withSettings({ services: {} }), settings, /write an array/],
    [
      'an unknown member',
      'TRUST_FIELD_UNKNOWN',
      null,
      withSettings({ services: [], service: 1 }),
      settings,
      /"service" is not known here; known are services/,
    ],
    ['the member __proto__', 'TRUST_FIELD_UNKNOWN', null, { [settings]: '{"services":[],"__proto__":{"a":1}}' }, settings, /"__proto__"/],
    [
      'a service that is a text',
      'TRUST_FIELD_VALUE',
      'services[0]',
      withSettings({ services: ['ca.pem'] }),
      settings,
      /write an object with files, role/,
    ],
    ['no files', 'TRUST_FIELD_MISSING', 'services[0].files', entry({}, ['files']), settings, /path of a PEM file or folder/],
    ['files that are a number', 'TRUST_FIELD_VALUE', 'services[0].files', entry({ files: 7 }), settings, /path of a PEM file or folder/],
    ['an empty list of files', 'TRUST_FIELD_VALUE', 'services[0].files', entry({ files: [] }), settings, /path of a PEM file or folder/],
    ['a file name that is blank', 'TRUST_FIELD_VALUE', 'services[0].files[0]', entry({ files: [' '] }), settings, /not empty/],
    ['a file that is not there', 'TRUST_PATH_MISSING', 'services[0].files', entry({ files: 'lost.pem' }), settings, /no such file/],
    [
      'a folder without certificates in it',
      'TRUST_FOLDER_EMPTY',
      'services[0].files',
      { ...entry({ files: 'empty' }), '/trust/empty/x.txt': '' },
      settings,
      /name a folder that does/,
    ],
    ['a settings file among the files', 'TRUST_FILE_KIND', null, entry({ files: 'settings.json' }), settings, /it is a settings file/],
    ['no role', 'TRUST_FIELD_MISSING', 'services[0].role', entry({}, ['role']), settings, /write one of ca, ocsp, tsa/],
    ['an unknown role', 'TRUST_FIELD_VALUE', 'services[0].role', entry({ role: 'root' }), settings, /write one of ca, ocsp, tsa/],
    [
      'a type of another role',
      'TRUST_FIELD_VALUE',
      'services[0].type',
      entry({ type: 'CA/QC' }),
      settings,
      /write one of Certstatus\/OCSP, Certstatus\/OCSP\/QC/,
    ],
    [
      'an unknown status',
      'TRUST_FIELD_VALUE',
      'services[0].status',
      entry({ status: 'good' }),
      settings,
      /write one of granted, withdrawn/,
    ],
    ['a time without zone', 'TRUST_FIELD_VALUE', 'services[0].from', entry({ from: '2020-01-01T00:00:00' }), settings, /with its zone/],
    ['a day that does not exist', 'TRUST_FIELD_VALUE', 'services[0].to', entry({ to: '2021-02-30' }), settings, /2016-07-01/],
    ['an hour that does not exist', 'TRUST_FIELD_VALUE', 'services[0].to', entry({ to: '2021-02-28T24:00:00Z' }), settings, /2016-07-01/],
    [
      'an end before the beginning',
      'TRUST_PERIODS',
      'services[0].to',
      entry({ from: '2022-01-01', to: '2022-01-01' }),
      settings,
      /later time/,
    ],
    ['an end before the certificate', 'TRUST_PERIODS', 'services[0].to', entry({ to: '2020-01-01' }), settings, /write "from" as well/],
    [
      'status beside periods',
      'TRUST_PERIODS',
      'services[0].status',
      entry({ status: 'granted', periods: [{}] }),
      settings,
      /into a period/,
    ],
    [
      'periods that overlap',
      'TRUST_PERIODS',
      'services[0].periods[0]',
      entry({ periods: [{ from: '2021-01-01', to: '2023-01-01' }, { from: '2022-01-01' }] }),
      settings,
      /overlaps/,
    ],
    [
      'two periods without beginning',
      'TRUST_PERIODS',
      'services[0].periods[1]',
      entry({ periods: [{ to: '2022-01-01' }, { to: '2023-01-01' }] }),
      settings,
      /overlaps/,
    ],
    ['a name with a line break', 'TRUST_FIELD_VALUE', 'services[0].name', entry({ name: 'a\nb' }), settings, /without line breaks/],
    [
      'a flag that is a text',
      'TRUST_FIELD_VALUE',
      'services[0].timeMarkResponder',
      entry({ timeMarkResponder: 'yes' }),
      settings,
      /true or false/,
    ],
    [
      'an authority as time-mark responder',
      'TRUST_FIELD_VALUE',
      'services[0].timeMarkResponder',
      entry({ role: 'ca', timeMarkResponder: true }),
      settings,
      /role "ocsp"/,
    ],
    [
      'a private key',
      'TRUST_PEM',
      null,
      { '/trust/a.pem': '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----' },
      '/trust/a.pem',
      /"PRIVATE KEY"; .* "CERTIFICATE" blocks only/,
    ],
    ['half a PEM block', 'TRUST_PEM', null, { '/trust/a.pem': pem(derOf(pki.root)).slice(0, 200) }, '/trust/a.pem', /no END line/],
    [
      'PEM with other letters',
      'TRUST_PEM',
      null,
      { '/trust/a.pem': '-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----' },
      '/trust/a.pem',
      /certificate 1 .* base64/,
    ],
    [
      'a certificate cut short',
      'TRUST_CERTIFICATE',
      null,
      { '/trust/a.pem': pem(derOf(pki.root).subarray(0, 300)) },
      '/trust/a.pem',
      /certificate 1 .* replace it/,
    ],
    [
      'DER that is no certificate',
      'TRUST_CERTIFICATE',
      null,
      { '/trust/a.der': Buffer.from('30050203010001', 'hex') },
      '/trust/a.der',
      /cannot be read/,
    ],
    [
      'a certificate that names no role',
      'TRUST_ROLE_UNKNOWN',
      null,
      { '/trust/a.pem': pem(derOf(pki.signer)) },
      '/trust/a.pem',
      /MARI-LIIS.*"role": "ca"/,
    ],
  ])('trust settings that cannot be used stop the start: %s: %s', (_, code, field, files, path, sentence) => {
    const error = refusal(() => read(files, path))
    expect({ code: error.code, field: error.field }).toEqual({ code, field })
    expect(error.message).toMatch(sentence)
    expect(error.message.startsWith(error.path)).toBe(true)
  })

  it('trust settings with a file that cannot be read name it and the reason', () => {
    const access = {
      ...memoryFiles(disk),
      readFile: () => {
        throw new Error('EACCES: permission denied')
      },
    }
    const error = refusal(() => readTrustSettings('/trust/ca.pem', { files: access, cache, limits: limits.trust }))
    expect(error).toMatchObject({ code: 'TRUST_FILE_UNREADABLE', path: '/trust/ca.pem' })
    expect(error.message).toContain('EACCES')
  })

  it.each([
    ['TRUST_FILE_TOO_LARGE', { maxFileBytes: 100 }],
    ['TRUST_TOO_MANY_FILES', { maxFiles: 1 }],
    ['TRUST_TOO_MANY_CERTIFICATES', { maxCertificates: 2 }],
    ['TRUST_TOO_MANY_CERTIFICATES', { maxCertificates: 1 }],
  ] as const)('trust settings beyond the bounds are refused: %s', (code, bounds) => {
    expect(refusal(() => read(disk, '/trust', bounds)).code).toBe(code)
  })

  it('trust settings keep an authority that names purposes an authority; two purposes without authority are no role', () => {
    const purposes = ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9']
    const both = { '/trust/a.pem': pem(derOf(variantOf(pki.issuingAuthority, { extendedKeyUsage: { purposes } }))) }
    expect(read(both, '/trust').services).toMatchObject([{ periods: [{ type: 'CA/PKC' }] }])
    const none = { '/trust/a.pem': pem(derOf(variantOf(pki.listedResponder, { extendedKeyUsage: { purposes } }))) }
    expect(refusal(() => read(none, '/trust')).code).toBe('TRUST_ROLE_UNKNOWN')
  })

  it('trust settings mutated at will are read or refused with a sentence, never anything else', () => {
    const random = seededRandom(20_260_310)
    const pick = (n: number): number => Math.floor(random() * n)
    const text = JSON.stringify({
      services: [
        {
          files: ['ca.pem', 'tsa'],
          role: 'ca',
          type: 'CA/QC',
          name: 'x',
          status: 'granted',
          from: '2020-01-01',
          to: '2026-01-01T00:00:00Z',
        },
        { files: 'ocsp.crt', role: 'ocsp', timeMarkResponder: true, periods: [{ status: 'granted', from: '2021-01-01', to: null }] },
      ],
    })
    const scraps = [
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      'null',
      'true',
      '-1e999',
      '"__proto__":',
      '\u0000',
      '2016-13-01',
      '..',
      '/',
      '\ud800',
      '"periods":[{}],',
    ]
    let refused = 0
    for (let n = 0; n < 3_000; n++) {
      let mutated = text
      for (let change = 0; change <= pick(3); change++) {
        const at = pick(mutated.length)
        mutated = mutated.slice(0, at) + (random() < 0.5 ? (scraps[pick(scraps.length)] ?? '') : '') + mutated.slice(at + pick(4))
      }
      try {
        read({ ...disk, '/trust/settings.json': mutated }, '/trust/settings.json')
      } catch (error) {
        if (!(error instanceof TrustSettingsError)) throw new Error(`${mutated}: ${String(error)}`)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(2_000)
  })
})
