import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { parseXml } from '#readers/xml'
import { readTrustedList } from '../../../../src/trust/lists/trusted-list/read-trusted-list.js'
import { needs } from '../../../support/needs.js'

const folder = new URL('../../../../../shared/trust/', import.meta.url)
interface Row {
  file: string
  encoding: string
  countryCode: string
  tslVersion: number
  sequenceNumber: number
  issueDate: string
  nextUpdate: string | null
}
const rows = ['lotl', 'test-lists'].flatMap((set) => {
  const index = new URL(`${set}/index.json`, folder)
  return existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as { lists: Row[] }).lists.map((row) => ({ ...row, set })) : []
})

describe('published trusted lists', needs({ 'published lists beside the repository': rows.length > 0 }), () => {
  it.each(rows)('reads $set/$file as its index describes it', (row) => {
    const bytes = readFileSync(new URL(`${row.set}/${row.file}`, folder))
    const document = parseXml(row.encoding === 'gzip' ? gunzipSync(bytes) : bytes, limits.trustedList.xml)
    const list = readTrustedList(document, limits.trustedList)
    expect({ territory: list.territory, version: list.version, sequenceNumber: list.sequenceNumber, issued: list.issued }).toEqual({
      territory: row.countryCode,
      version: row.tslVersion,
      sequenceNumber: row.sequenceNumber,
      issued: Date.parse(/Z|[+-]\d\d:\d\d$/.test(row.issueDate) ? row.issueDate : `${row.issueDate}Z`),
    })
    expect(list.nextUpdate === null).toBe(row.nextUpdate === null || row.nextUpdate === '')
  })
})
