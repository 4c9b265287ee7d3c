import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type ReadSignature, reportBounds } from '#model'
import { filesLeftOutOfAsic, openAsic } from '#validation/container'
import { buildContainer } from './asic-builder.js'
import { readSignature, unreadableSignature } from './read-signature.js'

const none = { names: [], count: 0 }
const one = (name: string) => ({ names: [name], count: 1 })
const leftOut = (dataFiles: Readonly<Record<string, string>>, ...signatures: ReadSignature[]) =>
  coverageOf(dataFiles, ...signatures).leftOut
const coverageOf = (dataFiles: Readonly<Record<string, string>>, ...signatures: ReadSignature[]) =>
  filesLeftOutOfAsic(openAsic(buildContainer({ dataFiles }), limits), signatures)
const files = { 'a.txt': 'A', 'b.txt': 'B' }
const sign = (...names: string[]): ReadSignature =>
  readSignature({ id: 'S0', signer: null, references: names.map((file) => ({ file, mimeType: 'text/plain' })) })

describe('files that signatures leave out', () => {
  it('no files are left out where every signature covers every file', () => {
    expect(leftOut(files, sign('a.txt', 'b.txt'), sign('b.txt', 'a.txt'))).toEqual({ byAll: none, bySome: none })
  })

  it('files that signatures leave out are told apart: those that no signature covers, and those that another one covers', () => {
    expect(leftOut(files, sign('a.txt'))).toEqual({ byAll: one('b.txt'), bySome: none })
    expect(leftOut(files, sign('a.txt', 'b.txt'), sign('a.txt'))).toEqual({ byAll: none, bySome: one('b.txt') })
    expect(leftOut({ ...files, 'c.txt': 'C' }, sign('a.txt'), sign('b.txt'))).toEqual({
      byAll: one('c.txt'),
      bySome: { names: ['a.txt', 'b.txt'], count: 2 },
    })
  })

  it('files that signatures leave out are counted for each signature by itself, whether or not another one covers them', () => {
    const { bySignature } = coverageOf(files, sign('a.txt', 'b.txt'), sign('a.txt'), unreadableSignature('META-INF/signatures0.xml'))
    expect(bySignature).toEqual([none, one('b.txt'), none])
  })

  it('files that signatures leave out are found by exact names: another letter case or form of Unicode is another file', () => {
    expect(leftOut({ 'A.txt': 'A' }, sign('a.txt')).byAll).toEqual(one('A.txt'))
    expect(leftOut({ ['õ.txt'.normalize('NFD')]: 'A' }, sign('õ.txt'.normalize('NFC'))).byAll.count).toBe(1)
  })

  it('files that signatures leave out are not known where no signature can be read, and no other signature hides them', () => {
    expect(leftOut(files)).toEqual({ byAll: none, bySome: none })
    expect(leftOut(files, unreadableSignature('META-INF/signatures0.xml'))).toEqual({ byAll: none, bySome: none })
    expect(leftOut(files, unreadableSignature('META-INF/signatures0.xml'), sign('a.txt'))).toEqual({ byAll: one('b.txt'), bySome: none })
  })

  it('files that signatures leave out are all counted, and only the first named, long names cut', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}-${'x'.repeat(1000)}`, '']))
    const { byAll } = leftOut(many, sign('a.txt'))
    expect(byAll.count).toBe(500)
    expect(byAll.names).toHaveLength(reportBounds.maxNames)
    expect(byAll.names[0]).toHaveLength(reportBounds.excerptCharacters + 1)
  })
})
