import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readTimeMark } from '../../../src/validation/signature/time-mark/time-mark.js'
import { timeMarkNonce } from '../../support/ocsp.js'
import { moments } from '../../support/pki.js'
import { readSigned } from './reading.js'

const value = Buffer.from('signature value')
const hash = createHash('sha256').update(value).digest()
const digestInfo = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), hash])

const [base] = readSigned({ level: 'LT-TM' }).revocations

function timeMark(nonce: Buffer | null, signatureValue: Buffer | null = value) {
  if (base?.kind !== 'ocsp') throw new Error('no response')
  const ocsp = { ...base, nonce: nonce?.toString('hex') ?? null }
  return readTimeMark(ocsp, signatureValue)
}

describe('time-mark nonce (BDOC 2.1, 6.1)', () => {
  it('the nonce of a time-mark is the DigestInfo of the signature value, with or without one OCTET STRING around it', () => {
    expect(timeMark(digestInfo)).toEqual({
      revocation: base?.id,
      producedAt: moments.ocsp,
      nonce: 'match',
      digest: { identifier: '2.16.840.1.101.3.4.2.1', algorithm: 'SHA256', value: hash.toString('hex') },
    })
    expect(timeMark(Buffer.concat([Buffer.from([0x04, 51]), digestInfo])).nonce).toBe('match')
    expect(timeMark(timeMarkNonce(value, 'sha1'))).toMatchObject({ nonce: 'match', digest: { algorithm: 'SHA1' } })
  })

  it('the nonce of a time-mark may leave the NULL parameters out, as newer writers do (RFC 8017 A.2.4)', () => {
    const withoutNull = Buffer.concat([Buffer.from('302f300b0609608648016503040201' + '0420', 'hex'), hash])
    expect(timeMark(withoutNull)).toMatchObject({ nonce: 'match', digest: { algorithm: 'SHA256', value: hash.toString('hex') } })
    expect(timeMark(Buffer.concat([Buffer.from([0x04, withoutNull.length]), withoutNull])).nonce).toBe('match')
    expect(timeMark(withoutNull, Buffer.from('other')).nonce).toBe('mismatch')
  })

  it('the nonce of a time-mark is not the bare hash, nor anything that contains the right one', () => {
    const refused = [
      hash,
      Buffer.concat([Buffer.from([0x04, 0x20]), hash]),
      Buffer.concat([digestInfo, Buffer.from([0])]),
      Buffer.concat([Buffer.from([0]), digestInfo]),
      Buffer.concat([Buffer.from([0x04, 53, 0x04, 51]), digestInfo]),
      // Parameters that are neither NULL nor absent.
      Buffer.concat([Buffer.from('3031300d06096086480165030402013000 0420'.replaceAll(' ', ''), 'hex'), hash]),
      Buffer.concat([Buffer.from('3033300d06096086480165030402010500 0420'.replaceAll(' ', ''), 'hex'), hash, Buffer.from('0500', 'hex')]),
      Buffer.concat([Buffer.from([0x04, 52]), digestInfo]),
      Buffer.from('14604717858704', 'latin1'),
      Buffer.alloc(20, 7),
      Buffer.alloc(0),
    ]
    for (const nonce of refused) expect(timeMark(nonce)).toMatchObject({ nonce: 'not-digest-info', digest: null })
  })

  it('the nonce of a time-mark does not match another value, or one that could not be read', () => {
    expect(timeMark(digestInfo, Buffer.from('other'))).toMatchObject({ nonce: 'mismatch', digest: { value: hash.toString('hex') } })
    expect(timeMark(digestInfo, null).nonce).toBe('mismatch')
    const ofNothing = createHash('sha256').digest()
    expect(timeMark(Buffer.concat([digestInfo.subarray(0, 19), ofNothing]), null).nonce).toBe('mismatch')
  })

  it('the nonce of a time-mark may be absent, or of an unknown algorithm', () => {
    expect(timeMark(null)).toMatchObject({ nonce: 'absent', digest: null })
    expect(timeMark(Buffer.concat([Buffer.from('3031300d060960864801650304027f05000420', 'hex'), hash])).nonce).toBe('algorithm-unknown')
  })

  it('the nonce of a time-mark is read for each response of a signature', () => {
    expect(readSigned({ level: 'LT-TM' }).timeMarks.map(({ nonce }) => nonce)).toEqual(['match'])
    expect(readSigned({ level: 'LT', ocsp: { nonce: null } }).timeMarks.map(({ nonce }) => nonce)).toEqual(['absent'])
  })
})
