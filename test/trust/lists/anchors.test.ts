import { describe, expect, it } from 'vitest'
import { digestHex } from '#readers/crypto'
import { readListSettings } from '#trust/lists'
import notice2019 from '../../../src/trust/lists/anchors/oj-2019-276.json' with { type: 'json' }
import notice2026 from '../../../src/trust/lists/anchors/oj-2026-1944.json' with { type: 'json' }
import { needs } from '../../support/needs.js'
import { memoryFiles } from '../memory-files.js'
import { contextAt } from './list-set/lists-at-hand.js'
import { havePublished, signerSet } from './published-lists.js'

describe('the built-in list of lists', () => {
  const {
    sources: [source],
  } = readListSettings('eu', {
    files: memoryFiles({}),
    cache: contextAt().cache,
    limits: { maxFileBytes: 1, maxFiles: 1, maxCertificates: 1 },
  })

  it('the built-in list of lists is that of the European Union, from the network, with all its territories', () => {
    expect(source?.folder).toBeNull()
    expect(source).toMatchObject({ location: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml', territory: 'EU', territories: { kind: 'all' } })
  })

  it('the built-in list of lists pins the certificates of two notices of the Official Journal, the newer one first; each digest as it was published', () => {
    expect(
      source?.anchors.map(({ name, noticeUrl, certificates }) => [name, noticeUrl, certificates.map((der) => digestHex(der).slice(0, 8))]),
    ).toEqual([
      [
        'oj-2026-1944',
        'https://eur-lex.europa.eu/eli/C/2026/1944/oj',
        ['c0641c4f', 'e0a620fb', 'df7e2936', 'b63d4167', '236103f0', 'd2064fdd'],
      ],
      [
        'oj-2019-276',
        'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2019.276.01.0001.01.ENG',
        ['c1a37db4', '8e508f03', 'ccd879b3', '435504bf', '5400ab71', '9c1a3b64', '59a1bf29', 'd2064fdd'],
      ],
    ])
  })

  it('the built-in list of lists states the SHA-256 of each certificate as it is', () => {
    for (const { certificates } of [notice2026, notice2019])
      for (const { der, sha256 } of certificates) expect(digestHex(Buffer.from(der, 'base64'))).toBe(sha256)
  })

  it('the built-in list of lists can be read, each certificate by itself', () => {
    for (const { certificates } of source?.anchors ?? [])
      for (const der of certificates) expect(contextAt().cache.certificate(der).facts.subject.text).not.toBe('')
  })

  it('the built-in list of lists equals the published sets', needs({ 'published lists beside the repository': havePublished }), () => {
    for (const anchors of source?.anchors ?? []) {
      const published = signerSet(anchors.name)
      expect(anchors.noticeUrl).toBe(published.noticeUrl)
      expect(anchors.certificates.map((der) => digestHex(der))).toEqual(published.certificates.map((der) => digestHex(der)))
    }
  })
})
