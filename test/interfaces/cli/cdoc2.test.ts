import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsulesUnderTest, capsulesUnderTest } from '../../support/capsule-listeners.js'
import { certificatePem, keyPem } from '../../support/capsule-pki.js'
import type { Identity } from '../../support/certificate.js'
import { run } from './run-in-process.js'

let folder: string
let server: CapsulesUnderTest
let client: Identity
const at = (...names: readonly string[]) => join(folder, ...names)
const cdoc2 = (...args: readonly string[]) => run(['cdoc2', ...args], { SALASONA: 'Õige hobune 9' })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-cdoc2-'))
  server = await capsulesUnderTest()
  client = server.pki.client()
  writeFileSync(at('leping.txt'), 'Tere')
  writeFileSync(at('andmed.bin'), randomBytes(300_000))
  writeFileSync(at('secret'), randomBytes(32).toString('base64'))
  writeFileSync(at('password'), 'Õige hobune 9\n')
  writeFileSync(at('client.pem'), certificatePem(client))
  writeFileSync(at('client.key'), `${keyPem(client)}\n${certificatePem(client)}`)
  writeFileSync(at('ca.pem'), certificatePem(server.pki.root))
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('allkiri cdoc2', () => {
  it('allkiri cdoc2 encrypts files for several recipients, lists them, and decrypts with each secret', async () => {
    const made = await cdoc2(
      'encrypt',
      at('leping.txt'),
      at('andmed.bin'),
      '--to',
      at('client.pem'),
      '--new-secret',
      at('secret'),
      '--new-password-env',
      'SALASONA',
      '--out',
      at('a.cdoc2'),
    )
    expect(made).toMatchObject({ status: 0, err: '' })
    const listed = await cdoc2('list', at('a.cdoc2'))
    expect(listed.out).toMatch(/3 recipients[\s\S]*elliptic-curve[\s\S]*symmetric-key[\s\S]*password, 600000 iterations/)
    const ways = [
      ['--key', at('client.key')],
      ['--secret', at('secret')],
      ['--password-file', at('password')],
      ['--password-env', 'SALASONA'],
    ]
    for (const [i, way] of ways.entries()) {
      const opened = await cdoc2('decrypt', at('a.cdoc2'), ...way, '--out', at(`out${i}`))
      expect(opened).toMatchObject({ status: 0, err: '' })
      expect(readdirSync(at(`out${i}`)).sort()).toEqual(['andmed.bin', 'leping.txt'])
      expect(readFileSync(at(`out${i}`, 'andmed.bin'))).toEqual(readFileSync(at('andmed.bin')))
    }
  })

  it('allkiri cdoc2 keeps keys on our own server and opens the container with the certificate of the recipient', async () => {
    const url = `https://127.0.0.1:${server.postPort}`
    const made = await cdoc2(
      'encrypt',
      at('leping.txt'),
      '--to',
      at('client.pem'),
      '--server',
      `oma=${url}`,
      '--server-ca',
      at('ca.pem'),
      '--out',
      at('s.cdoc2'),
    )
    expect(made).toMatchObject({ status: 0, err: '' })
    expect((await cdoc2('list', at('s.cdoc2'))).out).toMatch(
      /key-server, secp384r1, server oma, capsule \w+, on the server until|key-server, secp\w+, server oma/,
    )
    const get = ['--server', `oma=https://127.0.0.1:${server.getPort}`, '--server-ca', at('ca.pem')]
    expect(await cdoc2('decrypt', at('s.cdoc2'), '--key', at('client.key'), ...get, '--out', at('from-server'))).toMatchObject({
      status: 0,
      err: '',
    })
    expect(readFileSync(at('from-server', 'leping.txt'), 'utf8')).toBe('Tere')
    const lost = await cdoc2('decrypt', at('s.cdoc2'), '--key', at('client.key'), '--out', at('nowhere'))
    expect(lost).toMatchObject({ status: 2 })
    expect(lost.err).toContain('is on the key server "oma": name its address with --server')
    const untrusted = await cdoc2('decrypt', at('s.cdoc2'), '--key', at('client.key'), ...get.slice(0, 2), '--out', at('nowhere'))
    expect(untrusted).toMatchObject({
      status: 2,
      err: expect.stringMatching(/unknown authority .*: name the authority with --server-ca\.\n$/) as string,
    })
    expect(existsSync(at('nowhere'))).toBe(false)
  })

  it('allkiri cdoc2 asks a server to keep keys for no time that has passed', async () => {
    const args = ['--to', at('client.pem'), '--server', `https://127.0.0.1:${server.postPort}`, '--server-ca', at('ca.pem')]
    const encrypt = (expiry: string) => cdoc2('encrypt', at('leping.txt'), ...args, '--expiry', expiry, '--out', at('expired.cdoc2'))
    expect(await encrypt('2026-08-20T11:59:59Z')).toMatchObject({
      status: 2,
      err: 'allkiri: --expiry 2026-08-20T11:59:59Z is in the past: the container could not be opened.\n',
    })
    expect(await encrypt('2040-01-01')).toMatchObject({
      status: 64,
      err: expect.stringContaining('Write a time with its time zone') as string,
    })
    expect(existsSync(at('expired.cdoc2'))).toBe(false)
    const longer = await encrypt('2099-01-01T00:00:00Z')
    expect(longer).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^allkiri: The key server \S+ stores the key until \S+, not until 2099-01-01T00:00:00Z\.\n$/) as string,
    })
  })

  it('allkiri cdoc2 re-encrypts under a password, and the old recipients open the new container no more', async () => {
    await cdoc2('encrypt', at('leping.txt'), '--to', at('client.pem'), '--out', at('old.cdoc2'))
    const made = await cdoc2(
      're-encrypt',
      at('old.cdoc2'),
      '--key',
      at('client.key'),
      '--new-password-file',
      at('password'),
      '--out',
      at('new.cdoc2'),
    )
    expect(made).toMatchObject({ status: 0, err: '' })
    expect(await cdoc2('decrypt', at('new.cdoc2'), '--password-file', at('password'), '--out', at('re'))).toMatchObject({ status: 0 })
    expect(readFileSync(at('re', 'leping.txt'), 'utf8')).toBe('Tere')
    expect(await cdoc2('decrypt', at('new.cdoc2'), '--key', at('client.key'), '--out', at('re2'))).toMatchObject({ status: 2 })
  })

  it('allkiri cdoc2 leaves nothing behind when the content was changed, and overwrites nothing', async () => {
    await cdoc2('encrypt', at('leping.txt'), at('andmed.bin'), '--new-secret', at('secret'), '--out', at('c.cdoc2'))
    const octets = readFileSync(at('c.cdoc2'))
    octets[octets.length - 1] = (octets.at(-1) ?? 0) ^ 1
    writeFileSync(at('changed.cdoc2'), octets)
    const refused = await cdoc2('decrypt', at('changed.cdoc2'), '--secret', at('secret'), '--out', at('changed'))
    expect(refused).toMatchObject({ status: 2, err: 'allkiri: The content was changed or cut since it was encrypted.\n' })
    expect(existsSync(at('changed'))).toBe(false)
    const again = await cdoc2(
      're-encrypt',
      at('changed.cdoc2'),
      '--secret',
      at('secret'),
      '--new-password-file',
      at('password'),
      '--out',
      at('no.cdoc2'),
    )
    expect(again).toMatchObject({ status: 2 })
    expect(readdirSync(folder).filter((name) => name === 'no.cdoc2' || name.endsWith('.part'))).toEqual([])
    mkdirSync(at('taken'))
    writeFileSync(at('taken', 'andmed.bin'), 'mine')
    const taken = await cdoc2('decrypt', at('c.cdoc2'), '--secret', at('secret'), '--out', at('taken'))
    expect(taken.status).toBe(2)
    expect(taken.err).toMatch(/andmed\.bin: exists already, and nothing is overwritten/)
    expect(readdirSync(at('taken'))).toEqual(['andmed.bin'])
    expect(readFileSync(at('taken', 'andmed.bin'), 'utf8')).toBe('mine')
    expect((await cdoc2('encrypt', at('leping.txt'), '--new-secret', at('secret'), '--out', at('c.cdoc2'))).err).toMatch(/exists already/)
  })

  it('allkiri cdoc2 makes no folder for a wrong key or password, and none is left when the content is not authentic', async () => {
    writeFileSync(at('other-secret'), randomBytes(32).toString('base64'))
    writeFileSync(at('other-password'), 'another password\n')
    const recipients = ['--to', at('client.pem'), '--new-secret', at('secret'), '--new-password-file', at('password')]
    await cdoc2('encrypt', at('leping.txt'), at('andmed.bin'), ...recipients, '--out', at('w.cdoc2'))
    const stranger = server.pki.client()
    writeFileSync(at('stranger.key'), keyPem(stranger))
    const octets = readFileSync(at('w.cdoc2'))
    octets[octets.length - 1] = (octets.at(-1) ?? 0) ^ 1
    writeFileSync(at('w-changed.cdoc2'), octets)
    mkdirSync(at('there'))
    for (const [container, ...way] of [
      ['w.cdoc2', '--secret', at('other-secret')],
      ['w.cdoc2', '--password-file', at('other-password')],
      ['w.cdoc2', '--key', at('stranger.key')],
      ['w-changed.cdoc2', '--secret', at('secret')],
    ] as const) {
      const deep = await cdoc2('decrypt', at(container), ...way, '--out', at('outer', 'inner'))
      expect(deep).toMatchObject({ status: 2, out: '' })
      expect(existsSync(at('outer'))).toBe(false)
      expect(await cdoc2('decrypt', at(container), ...way, '--out', at('there'))).toMatchObject({ status: 2 })
      expect(readdirSync(at('there'))).toEqual([])
    }
  })

  it.each([
    [
      'a private key as recipient',
      ['encrypt', 'FOLDER/leping.txt', '--to', 'FOLDER/bare.key', '--out', 'FOLDER/x.cdoc2'],
      /is a private key/,
    ],
    [
      'a short password',
      ['encrypt', 'FOLDER/leping.txt', '--new-password-file', 'FOLDER/short', '--out', 'FOLDER/x.cdoc2'],
      /at least 8 characters/,
    ],
    ['a folder', ['encrypt', 'FOLDER', '--new-secret', 'FOLDER/secret', '--out', 'FOLDER/x.cdoc2'], /is not a file/],
    [
      'a server without TLS',
      ['encrypt', 'FOLDER/leping.txt', '--to', 'FOLDER/client.pem', '--server', 'http://127.0.0.1', '--out', 'FOLDER/x.cdoc2'],
      /is not a key server/,
    ],
    ['no container', ['decrypt', 'FOLDER/leping.txt', '--secret', 'FOLDER/secret', '--out', 'FOLDER/y'], /does not begin with CDOC/],
    [
      'a folder of a password',
      ['decrypt', 'FOLDER/leping.txt', '--password-file', 'FOLDER', '--out', 'FOLDER/y'],
      /: this is a folder, and a file is needed/,
    ],
    [
      'a folder of a key',
      ['decrypt', 'FOLDER/leping.txt', '--key', 'FOLDER', '--out', 'FOLDER/y'],
      /: this is a folder, and a file is needed/,
    ],
    ['no such file', ['list', 'FOLDER/missing.cdoc2'], /missing\.cdoc2: there is no such file or folder/],
    [
      'a card without the package',
      ['decrypt', 'FOLDER/leping.txt', '--key', 'pkcs11:token=x?module-path=/x.so', '--out', 'FOLDER/y'],
      /npm install pkcs11js|cannot be loaded/,
    ],
    [
      'a card and a key server',
      [
        'decrypt',
        'FOLDER/leping.txt',
        '--key',
        'pkcs11:token=x?module-path=/x.so',
        '--certificate',
        'FOLDER/client.pem',
        '--out',
        'FOLDER/y',
      ],
      /key on a card cannot be used for the connection to a key server/,
    ],
  ])('allkiri cdoc2 says what is wrong with %s, and writes nothing', async (_, args, sentence) => {
    writeFileSync(at('short'), 'abc')
    writeFileSync(at('bare.key'), keyPem(client))
    const before = readdirSync(folder)
    const { status, err } = await cdoc2(...args.map((arg) => arg.replace('FOLDER', folder)))
    expect(status).toBe(2)
    expect(err).toMatch(sentence)
    expect(readdirSync(folder).filter((name) => !before.includes(name) && name !== 'y')).toEqual([])
  })
})
