import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { CertificateFacts, TrustSnapshot } from '#model'
import { buildTrustSnapshot, collectValidationData, readTrustSettings } from '#trust'
import { needs } from '../support/needs.js'
import { indexSnapshot } from '../support/validation-context.js'
import { diskFiles } from './memory-files.js'
import { newCache, signatureFacts } from './signature-facts.js'

const folder = fileURLToPath(new URL('../../../shared/trust/legacy/', import.meta.url))

interface LegacyEntry {
  readonly file: string
  readonly environment: 'live' | 'test'
  readonly role: 'root' | 'ca' | 'ocsp' | 'tsa'
  readonly sha256: string
}

/** Real certificates of authorities, responders and time-stamping units, 1996 to 2026. */
describe('the legacy certificates', needs({ 'published certificates beside the repository': existsSync(folder) }), () => {
  const cache = newCache()
  let entries: readonly LegacyEntry[] = []
  let scratch = ''

  beforeAll(() => {
    const index: { certificates: readonly LegacyEntry[] } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
    entries = index.certificates.filter((entry) => entry.environment === 'live')
    scratch = mkdtempSync(join(tmpdir(), 'allkiri-trust-'))
  })
  afterAll(() => rmSync(scratch, { recursive: true }))

  function snapshotOf(chosen: readonly LegacyEntry[]): TrustSnapshot {
    const path = join(scratch, 'settings.json')
    const services = chosen.map(({ file, role }) => ({
      files: join(folder, file),
      role: role === 'root' ? 'ca' : role,
      timeMarkResponder: role === 'ocsp',
    }))
    writeFileSync(path, JSON.stringify({ services }))
    return buildTrustSnapshot([readTrustSettings(path, { files: diskFiles, cache, limits: limits.trust })])
  }

  function pathsOf(file: string, anchors: readonly string[], further: readonly string[] = []): readonly (readonly string[])[] {
    const index = indexSnapshot(snapshotOf(entries.filter((entry) => anchors.includes(entry.file))), cache)
    const [signer, ...certificates] = [file, ...further].map((name) => derIn(name))
    const data = collectValidationData(signatureFacts(cache, { signer: signer ?? null, certificates }), index, { cache, limits })
    const names = new Map(data.certificates.map((facts) => [facts.id, commonName(facts)]))
    const found = data.paths.find((entry) => entry.certificate === data.certificates[0]?.id)?.paths ?? []
    return found.map((path) => [...path.certificates.map((id) => names.get(id) ?? '?'), path.anchored ? 'anchored' : 'loose'])
  }

  const derIn = (file: string): Buffer =>
    Buffer.from(readFileSync(join(folder, file), 'latin1').replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const commonName = (facts: CertificateFacts): string => facts.subject.attributes.findLast((part) => part.oid === '2.5.4.3')?.value ?? ''

  it('the legacy certificates all become services, each certificate once', () => {
    const snapshot = snapshotOf(entries)
    expect(snapshot.services).toHaveLength(entries.length)
    expect(snapshot.certificates.map((facts) => facts.id).sort()).toEqual(entries.map((entry) => entry.sha256).sort())
  })

  it('the legacy certificates keep the digest when the settings name them in another order', () => {
    const digestOf = (named: typeof entries) => indexSnapshot(snapshotOf(named), cache).snapshot.digest
    expect(digestOf([...entries].reverse())).toBe(digestOf(entries))
  })

  it.each([
    ['live/ESTEID-SK_2015.pem', 'live/EE_Certification_Centre_Root_CA.pem'],
    ['live/ESTEID-SK_2011.pem', 'live/EE_Certification_Centre_Root_CA.pem'],
    ['live/ESTEID2018.pem', 'live/EE-GovCA2018.pem'],
    ['live/SK_ID_Solutions_EID-Q_2021E.pem', 'live/SK_ID_Solutions_ROOT_G1E.pem'],
    ['live/SK_TSA_CA_2023R.pem', 'live/SK_ID_Solutions_ROOT_G1R.pem'],
    ['live/ESTEID-SK_OCSP_RESPONDER.pem', 'live/ESTEID-SK.pem'],
    ['live/SK_TIMESTAMPING_AUTHORITY_2019.pem', 'live/EE_Certification_Centre_Root_CA.pem'],
  ])('the legacy certificates make a path from %s to %s', (file, anchor) => {
    expect(pathsOf(file, [anchor])).toEqual([[expect.any(String), expect.any(String), 'anchored']])
  })

  it('the legacy certificates make a path of three through an authority in the signature', () => {
    expect(pathsOf('live/ESTEID-SK_OCSP_RESPONDER_2005.pem', ['live/Juur-SK.pem'], ['live/ESTEID-SK.pem'])).toEqual([
      ['ESTEID-SK OCSP RESPONDER 2005', 'ESTEID-SK', 'Juur-SK', 'anchored'],
    ])
  })

  it('the legacy certificates make one path to KLASS3-SK 2010, which has four certificates for one key', () => {
    const variants = entries.filter((entry) => entry.file.startsWith('live/KLASS3-SK_2010_20')).map((entry) => entry.file)
    expect(variants).toHaveLength(4)
    for (const variant of variants) {
      expect(pathsOf('live/KLASS3-SK_2010_OCSP_RESPONDER.pem', [variant])).toMatchObject([{ 2: 'anchored' }])
    }
    expect(pathsOf('live/KLASS3-SK_2010_OCSP_RESPONDER.pem', variants)).toEqual([
      ['KLASS3-SK 2010 OCSP RESPONDER', 'KLASS3-SK 2010', 'anchored'],
    ])
  })

  it('the legacy certificates lead to the live root from a test authority that it certified: why roots should not be pinned', () => {
    const index: { certificates: readonly (LegacyEntry & { cn: string; issuerCn: string })[] } = JSON.parse(
      readFileSync(join(folder, 'index.json'), 'utf8'),
    )
    const crossed = index.certificates.find((entry) => entry.cn === 'TEST-SK' && entry.issuerCn === 'Juur-SK')
    if (crossed === undefined) throw new Error('TEST-SK is missing')
    expect(pathsOf(crossed.file, ['live/Juur-SK.pem'])).toEqual([['TEST-SK', 'Juur-SK', 'anchored']])
    expect(pathsOf(crossed.file, ['live/ESTEID-SK.pem'])).toEqual([['TEST-SK', 'loose']])
  })
})
