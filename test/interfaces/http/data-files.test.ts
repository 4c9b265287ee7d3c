import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { MalformedDocument } from '#model'
import { openInProcessService } from '#threads'
import type { DataFileReport } from '#validation'
import { ddocAgreement, ddocContainer, ddocFile } from '../../support/ddoc/container.js'
import { fixedTrust, loadTrust } from '../../support/validation-context.js'
import { expectRefusal, now, type ServerUnderTestOptions, serverUnderTest } from './server-under-test.js'

const url = '/getDataFiles'
const headers = { 'content-type': 'application/json' }

async function post(body: unknown, options: ServerUnderTestOptions = {}) {
  const received: Uint8Array[] = []
  const { app, logged } = await serverUnderTest({
    dataFiles: (document) => {
      received.push(document)
      return Promise.resolve([])
    },
    ...options,
  })
  const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })
  await app.close()
  return { answer, received, log: logged() }
}

/** The service itself, without threads. */
const { dataFiles } = openInProcessService({
  settings: readSettings({}),
  trust: fixedTrust(loadTrust(null)),
  now: () => now,
  onFault: (fault) => {
    throw fault
  },
})

async function filesOf(document: Buffer) {
  const { answer, log } = await post({ document: document.toString('base64'), documentType: 'DDOC' }, { dataFiles })
  return { answer, log, body: answer.json<{ dataFiles: DataFileReport[] }>() }
}

const valid = { document: 'PGE+', documentType: 'DDOC' }

describe('request for data files', () => {
  it('a request for data files reaches the service decoded; the type may be written in any letter case, other members mean nothing', async () => {
    for (const documentType of ['DDOC', 'ddoc', 'Ddoc']) {
      const { answer, received } = await post({ ...valid, documentType, filename: 7, signaturePolicy: 'RUS' })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(received.map((document) => Buffer.from(document).toString())).toEqual(['<a>'])
    }
  })

  it('a request for data files names every wrong field at once, the document first', async () => {
    expectRefusal((await post({})).answer, 400, ['document', 'documentType'])
    expectRefusal((await post({ document: '!', documentType: 'ZIP' })).answer, 400, ['document', 'documentType'])
    // The other types of the service would be refused as well, so the message names none of them.
    expect((await post({})).answer.body).not.toMatch(/BDOC|XROAD/)
    for (const value of [undefined, null, '', ' ', 1, [], {}]) {
      expectRefusal((await post({ ...valid, document: value })).answer, 400, ['document'])
      expectRefusal((await post({ ...valid, documentType: value })).answer, 400, ['documentType'])
    }
  })

  it('a request for data files is refused for containers of other types', async () => {
    for (const documentType of ['BDOC', 'PDF', 'XROAD']) {
      const { answer, received } = await post({ ...valid, documentType })
      expect(expectRefusal(answer, 400, ['documentType'])).toEqual([
        {
          key: 'documentType',
          message: 'Data files can be returned for DDOC containers only; the document type must be DDOC.',
          code: 'DOCUMENT_TYPE_WITHOUT_DATA_FILES',
        },
      ])
      expect(received).toEqual([])
    }
  })

  it('a request for data files is refused without reading a body beyond the bound', async () => {
    const { answer } = await post({ ...valid, document: 'A'.repeat(200_000) })
    expectRefusal(answer, 413, ['document'])
  })

  it('a request for data files may be sent with POST only', async () => {
    const { app } = await serverUnderTest()
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await app.inject({ method, url })
      expectRefusal(answer, 405, ['method'])
      expect(answer.headers.allow).toBe('POST')
    }
    await app.close()
  })
})

describe('report of data files', () => {
  it('the report of data files holds them in the order of the container, each with exactly the members of the description', async () => {
    const { body, log } = await filesOf(ddocContainer({ files: [ddocFile('Š&<>"ž.txt', 'Tere\r\n', 'text/text'), ddocFile('tühi', '')] }))
    expect(body).toEqual({
      dataFiles: [
        { fileName: 'Š&<>"ž.txt', size: 6, base64: 'VGVyZQ0K', mimeType: 'text/text' },
        { fileName: 'tühi', size: 0, base64: '', mimeType: 'text/plain' },
      ],
    })
    expect(log).not.toMatch(/VGVyZQ|ž\.txt|tühi/)
  })

  it('the report of data files has the octets of base64 without its padding, in lines or not, and refuses what is no base64', async () => {
    const textOf = (text: string) => filesOf(ddocContainer({ files: [{ ...ddocFile('a.txt', 'Tere!'), text }] }))
    for (const text of ['VGVyZSE', 'VGVyZSE=', 'VGVy\nZSE\n', ' VGVy ZSE\t', 'VGVyZSE=\n'])
      expect((await textOf(text)).body.dataFiles).toEqual([{ fileName: 'a.txt', size: 5, base64: 'VGVyZSE=', mimeType: 'text/plain' }])
    for (const size of [62, 63, 64, 65, 190, 4_096, 4_097, 20_000]) {
      const content = Buffer.alloc(size, 'sisu')
      const text = content.toString('base64').replace(/=+$/, '').replace(/.{64}/g, '$&\n')
      expect((await textOf(text)).body.dataFiles).toMatchObject([{ size, base64: content.toString('base64') }])
    }
    for (const text of ['VGVyZ', 'VGVyZSE==', 'VGVy=ZSE', 'VGVyZS-_', 'VGVyZSE\u00a0', '====']) {
      const { answer } = await textOf(text)
      expect([text, answer.statusCode]).not.toEqual([text, 500])
      if (answer.statusCode === 200) expect(answer.json<{ dataFiles: DataFileReport[] }>().dataFiles[0]?.base64 ?? null).toBeNull()
    }
  })

  it('the report of data files has null as content and the stated size in hashcode form (decisions.md#ddoc-data-files)', async () => {
    const { body } = await filesOf(ddocContainer({ files: [{ ...ddocAgreement, hashcode: true }] }))
    expect(body.dataFiles).toEqual([{ fileName: 'leping.txt', size: ddocAgreement.content.length, base64: null, mimeType: 'text/plain' }])
  })

  it('the report of data files counts the bytes itself, and does not use the stated size (decisions.md#ddoc-data-files)', async () => {
    const files = ['5252', '0', 'palju', undefined].map((Size) => ({ ...ddocAgreement, attributes: { Size } }))
    const { body } = await filesOf(
      ddocContainer({ files: [...files, { ...ddocAgreement, hashcode: true, attributes: { Size: undefined } }] }),
    )
    const { length } = ddocAgreement.content
    expect(body.dataFiles.map(({ size }) => size)).toEqual([length, length, length, length, 0])
  })

  it.each(['1.0', '1.1', '1.2', '1.3'] as const)(
    'the report of data files has the content of a container of version %s',
    async (version) => {
      const { body } = await filesOf(ddocContainer({ version, signatures: [{ ocsp: null }] }))
      expect(body.dataFiles).toEqual([
        {
          fileName: 'leping.txt',
          size: ddocAgreement.content.length,
          base64: ddocAgreement.content.toString('base64'),
          mimeType: 'text/plain',
        },
      ])
    },
  )

  it('the report of data files does not depend on signatures or names', async () => {
    const file = ddocFile('../kaust/leping.txt', 'sisu')
    for (const document of [
      ddocContainer({ files: [file], signatures: [] }),
      ddocContainer({ files: [file], signedFiles: [ddocAgreement] }),
    ])
      expect((await filesOf(document)).body.dataFiles).toMatchObject([{ fileName: '../kaust/leping.txt', base64: 'c2lzdQ==' }])
  })

  it('the report of data files is empty for a container without data files', async () => {
    expect((await filesOf(ddocContainer({ files: [], signatures: [] }))).body).toEqual({ dataFiles: [] })
  })

  it('the report of data files holds on one line what the container holds on many', async () => {
    const content = Buffer.alloc(3_000_001, 'Tere tulemast! ')
    const [file] = await dataFiles(ddocContainer({ files: [ddocFile('pikk', content)] }))
    expect(file?.size).toBe(content.length)
    expect(file?.base64).toBe(content.toString('base64'))
  })
})

describe('a document without data files', () => {
  it.each([
    ['is of another type', readFileSync(new URL('../../../fixtures/documents/lt.asice', import.meta.url)), 'DOCUMENT_TYPE_DIFFERS'],
    ['is not XML', Buffer.from('Tere'), 'XML_ROOT'],
    ['is nothing', Buffer.from(' '), 'XML_ROOT'],
    [
      'holds text that is not base64',
      ddocContainer({ files: [{ ...ddocAgreement, text: 'a*b=' }], signatures: [] }),
      'DDOC_DATA_FILE_NOT_BASE64',
    ],
  ])('a document without data files is answered: %s', async (_what, document, code) => {
    const refused = dataFiles(document)
    await expect(refused).rejects.toBeInstanceOf(MalformedDocument)
    await expect(refused).rejects.toMatchObject({ code })
  })

  it('a document without data files is answered with 400 and the key of the document', async () => {
    const { answer } = await filesOf(Buffer.from('Tere'))
    expectRefusal(answer, 400, ['document'])
  })
})
