import { describe, expect, it } from 'vitest'
import { type AskResponder, OcspStatuses } from '#capsules/clients'
import { limits } from '#config'
import { readCertificate } from '#readers/x509'
import type { OcspStatusesOptions } from '../../../src/capsules/clients/ocsp-statuses.js'
import { makeCapsulePki } from '../../support/capsule-pki.js'
import type { Identity } from '../../support/certificate.js'
import { type CertificateStatus, ocspResponse } from '../../support/ocsp.js'
import { nonceOf, responderOf } from '../../support/ocsp-responder.js'

const start = Date.UTC(2026, 10, 21, 12)
const minute = 60_000
const pki = makeCapsulePki('P-256')
const responder = responderOf(pki.issuing)
const address = 'http://ocsp.example/status'
const read = ({ certificate }: Identity) => readCertificate(certificate.der, limits.asn1)
const issuer = read(pki.issuing)
const bounds = {
  keepMilliseconds: 5 * minute,
  keepFailureMilliseconds: 3_000,
  kept: { maxBytes: 3_000, maxEntryBytes: 1_000 },
  maxQuestions: 8,
}

/** Statuses whose responder is a function; `asked` are the addresses, `at` sets the clock. */
function statuses(changes: Partial<OcspStatusesOptions> & { readonly status?: (of: number) => CertificateStatus | 'silent' } = {}) {
  const asked: string[] = []
  let now = start
  const known = new Map<string, Identity>()
  const ask: AskResponder = (url, request) => {
    asked.push(url)
    const certificate = [...known.values()].find((one) => request.includes(serialOf(one)))
    const status = changes.status?.(asked.length) ?? 'good'
    if (certificate === undefined || status === 'silent') return Promise.resolve({ kind: 'failed', reason: 'The connection failed.' })
    return Promise.resolve({
      kind: 'answer',
      der: ocspResponse({ certificate, responder, status, producedAt: now, nonce: nonceOf(request) }),
    })
  }
  const made = new OcspStatuses({
    hosts: new Set(['ocsp.example']),
    ask,
    now: () => now,
    nonce: () => Buffer.alloc(32, asked.length + 1),
    freshness: { clockSkewMilliseconds: 5 * minute, maxAgeMilliseconds: 10 * minute },
    limits: limits.asn1,
    bounds,
    ...changes,
  })
  return {
    asked,
    at: (milliseconds: number) => {
      now = start + milliseconds
    },
    of: async (client: Identity) => {
      known.set(client.certificate.serialNumber.toString(), client)
      const status = await made.statusOf(read(client), issuer)
      return status.status === 'unknown' ? status.problem : status.status
    },
  }
}

function serialOf({ certificate }: Identity): Buffer {
  const hex = certificate.serialNumber.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

const client = () => pki.client({ ocspUrl: address })

describe('the status of a client certificate', () => {
  it('the status of a client certificate is asked once for many at the same time, and remembered for its time and no longer', async () => {
    const { of, at, asked } = statuses({ status: (time) => (time === 1 ? 'good' : { revokedAt: start }) })
    const one = client()
    expect(await Promise.all(Array.from({ length: 200 }, () => of(one)))).toEqual(Array.from({ length: 200 }, () => 'good'))
    expect(asked).toEqual([address])
    at(5 * minute - 1)
    expect(await of(one)).toBe('good')
    at(5 * minute)
    // What was good is revoked from now on: no later than the time for which a status is kept.
    expect(await of(one)).toBe('revoked')
    expect(asked).toHaveLength(2)
  })

  it('the status of a client certificate is remembered no longer than the answer says that it holds', async () => {
    const one = client()
    const { of, at, asked } = statuses({
      ask: (url, request) => {
        asked.push(url)
        const answer = { certificate: one, responder, producedAt: start, nextUpdate: start + minute, nonce: nonceOf(request) }
        return Promise.resolve({ kind: 'answer', der: ocspResponse(answer) })
      },
    })
    await of(one)
    at(minute)
    await of(one)
    expect(asked).toHaveLength(2)
  })

  it('the status of a client certificate lasts no longer when the clock is set back', async () => {
    const { of, at, asked } = statuses()
    const one = client()
    await of(one)
    at(-minute)
    await of(one)
    expect(asked).toHaveLength(2)
  })

  it('the status of a client certificate is unknown for a moment only when a responder fails', async () => {
    const { of, at, asked } = statuses({ status: (time) => (time === 1 ? 'silent' : 'good') })
    const one = client()
    expect(await of(one)).toBe('no-answer')
    at(2_999)
    expect(await of(one)).toBe('no-answer')
    expect(asked).toHaveLength(1)
    at(3_000)
    expect(await of(one)).toBe('good')
  })

  it('the status of a client certificate is not that of another certificate, of the same key or not', async () => {
    const { of } = statuses({ status: (time) => (time === 1 ? 'good' : { revokedAt: start }) })
    const one = client()
    const renewed = pki.client({ ocspUrl: address, key: one.key, serialNumber: 77n })
    expect([await of(one), await of(renewed), await of(one)]).toEqual(['good', 'revoked', 'good'])
  })

  it('the status of a client certificate is forgotten, the oldest first, when there are too many', async () => {
    const { of, asked } = statuses()
    const many = Array.from({ length: 4 }, client)
    for (const one of many) await of(one)
    for (const one of many.slice(1)) await of(one)
    expect(asked).toHaveLength(4)
    await of(many[0] ?? client())
    expect(asked).toHaveLength(5)
  })

  it('the status of a client certificate is asked for at so many responders at a time, and no more', async () => {
    const waiting: (() => void)[] = []
    const { of, asked } = statuses({
      ask: (url) => {
        asked.push(url)
        return new Promise((done) => waiting.push(() => done({ kind: 'failed', reason: 'The connection failed.' })))
      },
      bounds: { ...bounds, kept: { maxBytes: 100_000, maxEntryBytes: 1_000 } },
    })
    const answers = Array.from({ length: 10 }, () => of(client()))
    expect(await Promise.race(answers)).toBe('too-many-questions')
    expect(asked).toHaveLength(8)
    for (const done of waiting) done()
    expect((await Promise.all(answers)).filter((status) => status === 'no-answer')).toHaveLength(8)
    // Those that were turned away may ask again at once.
    void of(client())
    expect(asked).toHaveLength(9)
    waiting.at(-1)?.()
  })

  it('the status of a client certificate is asked at one responder while another one does not answer', async () => {
    const hanging: (() => void)[] = []
    const { of, asked } = statuses({
      hosts: new Set(['ocsp.example', 'slow.example']),
      ask: (url) => {
        asked.push(url)
        const failed = { kind: 'failed', reason: 'The connection failed.' } as const
        return url.includes('slow') ? new Promise((done) => hanging.push(() => done(failed))) : Promise.resolve(failed)
      },
      bounds: { ...bounds, kept: { maxBytes: 100_000, maxEntryBytes: 1_000 } },
    })
    const answers = Array.from({ length: 9 }, () => of(pki.client({ ocspUrl: 'http://slow.example/' })))
    expect(await Promise.race(answers)).toBe('too-many-questions')
    expect(await of(client())).toBe('no-answer')
    expect(asked.filter((url) => url === address)).toHaveLength(1)
    for (const done of hanging) done()
    await Promise.all(answers)
  })

  it.each([
    ['no address', null],
    ['another host', 'http://other.example/'],
    ['a listed host at another port', 'http://ocsp.example:81/'],
    ['a listed name as part of another', 'http://ocsp.example.evil.example/'],
    ['a listed name before another host', 'http://ocsp.example@evil.example/'],
    ['a listed host with a password', 'http://a:b@ocsp.example/'],
    ['another scheme', 'ldap://ocsp.example/'],
    ['no address at all', 'ocsp.example'],
  ])(
    'the status of a client certificate is unknown, and no responder is queried, when the certificate names %s',
    async (_what, ocspUrl) => {
      const { of, asked } = statuses()
      expect(await of(pki.client({ ocspUrl }))).toBe('no-listed-responder')
      expect(asked).toEqual([])
    },
  )

  it('the status of a client certificate is queried at a listed host in any letter case, also with the default port', async () => {
    const { of, asked } = statuses()
    expect(await of(pki.client({ ocspUrl: 'http://OCSP.Example:80/x' }))).toBe('good')
    expect(asked).toHaveLength(1)
  })

  it('the check of a client certificate may fail by a fault of ours, which is not remembered', async () => {
    let calls = 0
    const { of } = statuses({
      ask: () => {
        calls += 1
        return Promise.reject(new TypeError('a fault'))
      },
    })
    const one = client()
    await expect(of(one)).rejects.toThrow('a fault')
    await expect(of(one)).rejects.toThrow('a fault')
    expect(calls).toBe(2)
  })
})
