import { describe, expect, it } from 'vitest'
import type { AnchorService, Ascent, CertificateFacts } from '#model'
import { authoritiesAbove, servicesAbove } from '#validation/policy'
import { certificate } from '../sound-signatures.js'
import { authority, period } from './qualified-certificates.js'

type Options = Partial<Pick<CertificateFacts, 'basicConstraints' | 'keyUsage'>>
const ca = (name: string, issuer: string, changes: Options = {}): CertificateFacts => ({
  ...certificate(name, { issuer, ca: true }),
  ...changes,
})
const person = certificate('Signer', { issuer: 'Sub' })
const listed = (name: string, service: AnchorService = authority([period()], name)): Ascent['anchors'][number] => ({
  certificate: name,
  services: [service],
})

/** Each certificate is linked to the one that its issuer name names. */
function ascent(above: readonly CertificateFacts[], anchors: Ascent['anchors'], links: Ascent['links'] = []): Ascent {
  const all = [person, ...above]
  const named = all.flatMap((below) =>
    above
      .filter((issuer) => issuer.subject.canonical === below.issuer.canonical && issuer.id !== below.id)
      .map((issuer) => ({ certificate: below.id, issuer: issuer.id })),
  )
  return { links: [...named, ...links], certificates: above, anchors, complete: true }
}
const found = (way: Ascent) => authoritiesAbove(person, way).map((anchor) => anchor.certificate)

describe('the listed authorities above a certificate (TS 119 615 4.3)', () => {
  const sub = ca('Sub', 'Middle')
  const middle = ca('Middle', 'Root')
  const root = ca('Root', 'Root')

  it('the listed authorities above a certificate are the issuing one and every one above it, also above the first, nearest first', () => {
    expect(found(ascent([sub, middle, root], [listed('Root'), listed('Sub')]))).toEqual(['Sub', 'Root'])
    expect(found(ascent([sub, middle, root], [listed('Middle')]))).toEqual(['Middle'])
    expect(found(ascent([sub, middle, root], []))).toEqual([])
  })

  it('the listed authorities above a certificate do not include the certificate itself', () => {
    expect(found(ascent([sub, middle, root], [listed('Signer'), listed('Root')]))).toEqual(['Root'])
  })

  it('the listed authorities above a certificate are reached over any of several ways, each once', () => {
    const cross = ca('Cross', 'Root')
    const ways = ascent([sub, middle, root, cross], [listed('Root'), listed('Cross')], [{ certificate: 'Sub', issuer: 'Cross' }])
    expect(found(ways)).toEqual(['Cross', 'Root'])
  })

  it('the listed authorities above a certificate end where a circle closes', () => {
    const circle = ascent([ca('Sub', 'Middle'), ca('Middle', 'Sub')], [listed('Sub'), listed('Middle')])
    expect(found(circle)).toEqual(['Sub', 'Middle'])
  })

  it.each<[string, Options]>([
    ['without basic constraints', { basicConstraints: null }],
    ['that is no authority by its basic constraints', { basicConstraints: { ca: false, pathLength: null } }],
    ['whose key usage does not allow it', { keyUsage: ['nonRepudiation'] }],
    ['that may have no authority below it', { basicConstraints: { ca: true, pathLength: 0 } }],
  ])('the listed authorities above a certificate are not reached through a certificate %s', (_, changes) => {
    expect(found(ascent([sub, ca('Middle', 'Root', changes), root], [listed('Root')]))).toEqual([])
  })

  it('the listed authorities above a certificate are reached through one without the extension for key usage, and within the path length', () => {
    const changes = { keyUsage: null, basicConstraints: { ca: true, pathLength: 1 } }
    expect(found(ascent([sub, ca('Middle', 'Root', changes), root], [listed('Root')]))).toEqual(['Root'])
  })

  it('the listed authorities above a certificate are reached past a self-issued certificate, which is no step of the path length', () => {
    const renewed = { ...ca('Renewed', 'Sub'), subject: sub.subject }
    const way: Ascent = {
      links: [
        { certificate: 'Signer', issuer: 'Renewed' },
        { certificate: 'Renewed', issuer: 'Sub' },
        { certificate: 'Sub', issuer: 'Root' },
        { certificate: 'Root', issuer: 'Top' },
      ],
      // One authority below the root, certified twice.
      certificates: [
        renewed,
        ca('Sub', 'Root'),
        ca('Root', 'Top', { basicConstraints: { ca: true, pathLength: 1 } }),
        ca('Top', 'Top', { basicConstraints: { ca: true, pathLength: 2 } }),
      ],
      anchors: [listed('Top')],
      complete: true,
    }
    expect(found(way)).toEqual(['Top'])
  })

  it('a listed authority may have a certificate without extensions', () => {
    const old = { basicConstraints: null, keyUsage: null }
    expect(found(ascent([ca('Sub', 'Root', old), ca('Root', 'Root', old)], [listed('Sub'), listed('Root')]))).toEqual(['Sub', 'Root'])
    const responder = listed('Sub', authority([period({ type: 'Certstatus/OCSP/QC' })]))
    expect(found(ascent([ca('Sub', 'Root', old), root], [responder, listed('Root')]))).toEqual([])
  })

  it('a listed authority is not one that only a settings file names', () => {
    const { qualification: _, ...plain } = period()
    const configured: AnchorService = {
      service: 'settings:a.json#1',
      source: 'settings:a.json',
      name: 'A',
      periods: [plain],
      timeMarkResponder: false,
    }
    const way = ascent([sub, middle, root], [listed('Sub', configured), listed('Root')])
    expect(servicesAbove(person, way).map(({ service }) => service)).toEqual(['Root'])
    const old = { basicConstraints: null, keyUsage: null }
    expect(found(ascent([ca('Sub', 'Root', old), root], [listed('Sub', configured), listed('Root')]))).toEqual([])
  })

  it('a listed authority gives each of its services once', () => {
    const both = authority([period()], 'EE/1/1')
    expect(servicesAbove(person, ascent([sub, middle, root], [listed('Sub', both), listed('Root', both)]))).toHaveLength(1)
  })
})
