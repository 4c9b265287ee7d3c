import { describe, expect, it } from 'vitest'
import { MalformedDocument, ReaderError, RequestError } from '#model'
import { refusingDocument } from '../../src/validation/refusal.js'

function refused(error: Error): unknown {
  try {
    return refusingDocument(() => {
      throw error
    })
  } catch (thrown) {
    return thrown
  }
}

describe('what a reader throws', () => {
  it('what a reader throws is a refusal of the request where a bound was reached, with the place', () => {
    const refusal = refused(new ReaderError('XML_TOO_DEEP', 'More than 100 levels.', 17, true, 'META-INF/signatures0.xml'))
    expect(refusal).toBeInstanceOf(RequestError)
    const message = 'The document needs more work than is allowed: More than 100 levels (META-INF/signatures0.xml, at 17).'
    expect((refusal as RequestError).problems).toEqual([{ field: 'document', code: 'XML_TOO_DEEP', message }])
  })

  it('what a reader throws says what is wrong with the document otherwise, the place apart from the sentence', () => {
    const refusal = refused(new ReaderError('ZIP_CRC', 'The checksum of an entry is wrong.', 30, false, 'a.txt'))
    expect(refusal).toBeInstanceOf(MalformedDocument)
    expect(refusal).toMatchObject({ code: 'ZIP_CRC', message: 'The checksum of an entry is wrong.', where: 'a.txt, at 30' })
    expect(refused(new ReaderError('ZIP_EMPTY', 'The archive has no entry.'))).toMatchObject({ where: null })
  })

  it('what a reader throws gets its full stop', () => {
    const refusal = refused(new ReaderError('SIGNATURE_TOO_MANY_SIGNATURES', 'more than 5 signatures', null, true)) as RequestError
    expect(refusal.problems[0]?.message).toBe('The document needs more work than is allowed: more than 5 signatures.')
  })

  it('what a reader throws is passed on where it is a fault of ours', () => {
    const fault = new TypeError('undefined is not a function')
    expect(refused(fault)).toBe(fault)
  })
})
