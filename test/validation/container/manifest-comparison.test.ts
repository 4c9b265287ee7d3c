import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { ReadSignature } from '#model'
import { compareManifest, openAsic } from '#validation/container'
import { buildContainer, manifestXml } from './asic-builder.js'
import { type ReferenceOfSignature, readSignature, unreadableSignature } from './read-signature.js'

const files = { 'a.txt': 'A', 'b.txt': 'B' }
const opened = (manifest: string | null | undefined = undefined, dataFiles: Readonly<Record<string, string>> = files) =>
  openAsic(buildContainer({ dataFiles, ...(manifest === undefined ? {} : { manifest }) }), limits)
const sign = (id: string, references: readonly ReferenceOfSignature[]): ReadSignature =>
  readSignature({ id, references, signer: `SIGNER,${id}` })
const a = { file: 'a.txt', mimeType: 'text/plain' }
const b = { file: 'b.txt', mimeType: 'text/plain' }
const compare = (document: ReturnType<typeof opened>, ...signatures: ReadSignature[]) =>
  compareManifest(document, signatures, limits.container).map(({ key, facts }) => [key, ...Object.values(facts)])

describe('comparison of container, manifest and signatures', () => {
  it('the comparison of container, manifest and signatures finds nothing when they agree', () => {
    expect(compare(opened(), sign('S0', [a, b]), sign('S1', [b, a]))).toEqual([])
  })

  it('the comparison of container, manifest and signatures finds nothing without signatures, or with unreadable ones only', () => {
    const unlisted = opened(manifestXml([['c.txt', 'text/plain']]))
    expect(compare(unlisted)).toEqual([])
    expect(compare(unlisted, unreadableSignature('META-INF/signatures0.xml'))).toEqual([])
  })

  it('the comparison of container, manifest and signatures goes through the kinds in order: manifest against each signature, container against the last, unsigned files of each', () => {
    expect(compare(opened(), sign('S0', [a]), sign('S1', [b]))).toEqual([
      ['manifest-entry-not-in-signature', 'b.txt', 'text/plain', 'S0'],
      ['manifest-entry-not-in-signature', 'a.txt', 'text/plain', 'S1'],
      ['container-file-not-in-signature', 'a.txt'],
      ['signature-has-unsigned-files', 'SIGNER,S0', 'S0', ['b.txt']],
      ['signature-has-unsigned-files', 'SIGNER,S1', 'S1', ['a.txt']],
    ])
  })

  it('the comparison of container, manifest and signatures compares the container with the last signature only', () => {
    expect(compare(opened(), sign('S0', [a]), sign('S1', [a, b])).map(([key]) => key)).toEqual([
      'manifest-entry-not-in-signature',
      'signature-has-unsigned-files',
    ])
  })

  it('the comparison of container, manifest and signatures reports different MIME types of manifest and signature, and none where the signature states none', () => {
    expect(compare(opened(), sign('S0', [{ ...a, mimeType: 'text/html' }, b]))).toEqual([
      ['mime-type-differs', 'a.txt', 'text/plain', 'text/html', 'S0'],
    ])
    expect(compare(opened(), sign('S0', [{ ...a, mimeType: null }, b]))).toEqual([])
  })

  it('the comparison of container, manifest and signatures reports signed files that the manifest does not list', () => {
    expect(compare(opened(manifestXml([['b.txt', 'text/plain']])), sign('S0', [a, b]))).toEqual([
      ['signature-entry-not-in-manifest', 'a.txt', 'text/plain', 'S0'],
    ])
  })

  it('the comparison of container, manifest and signatures counts a reference whose file is gone as no reference: a finding while the manifest lists the file, none after', () => {
    const gone = { file: null, mimeType: 'text/plain' }
    const only = { 'a.txt': 'A' }
    const manifestKept = manifestXml([
      ['a.txt', 'text/plain'],
      ['b.txt', 'text/plain'],
    ])
    expect(compare(opened(manifestKept, only), sign('S0', [a, gone]))).toEqual([
      ['manifest-entry-not-in-signature', 'b.txt', 'text/plain', 'S0'],
    ])
    expect(compare(opened(undefined, only), sign('S0', [a, gone]))).toEqual([])
  })

  it('the comparison of container, manifest and signatures compares only references without a Type, but takes a file that any reference names as signed', () => {
    expect(compare(opened(), sign('S0', [a, { ...b, type: 'urn:other' }])).map(([key]) => key)).toEqual([
      'manifest-entry-not-in-signature',
      'container-file-not-in-signature',
    ])
  })

  it('the comparison of container and signatures without a manifest still names the unsigned files', () => {
    expect(compare(opened(null), sign('S0', [a]))).toEqual([['signature-has-unsigned-files', 'SIGNER,S0', 'S0', ['b.txt']]])
  })

  it('the comparison of container, manifest and signatures does not expect the container itself, folders or META-INF in a signature', () => {
    const extra = manifestXml([
      ['a.txt', 'text/plain'],
      ['b.txt', 'text/plain'],
      ['folder/', ''],
      ['META-INF/signatures0.xml', 'text/xml'],
    ])
    expect(compare(opened(extra), sign('S0', [a, b]))).toEqual([])
  })

  it('the comparison of container, manifest and signatures names the signer without the quotes of the certificate, and by an empty text when there is no certificate', () => {
    const quoted = readSignature({ id: 'S0', references: [a], signer: '"COMPANY LTD"' })
    const nobody = readSignature({ id: 'S1', references: [a], signer: null })
    expect(compare(opened(null), quoted, nobody).map(([, signedBy]) => signedBy)).toEqual(['COMPANY LTD', ''])
  })

  it('the comparison of container, manifest and signatures stops listing at the limit and counts the rest', () => {
    const names = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`file-${String(i)}.txt`, 'x']))
    const signatures = Array.from({ length: 40 }, (_, i) => sign(`S${String(i)}`, []))
    const findings = compareManifest(opened(undefined, names), signatures, { maxFindingCharacters: 20_000 })
    const count = 40 * 50 + 50 + 40 - (findings.length - 1)
    expect(findings.at(-1)).toMatchObject({ key: 'findings-omitted', facts: { count } })
    expect(JSON.stringify(findings).length).toBeLessThan(80_000)
  })
})
