import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { Findings } from '../../../../src/trust/lists/list-set/list-set.js'
import { surveyFiles } from '../../../../src/trust/lists/list-set/survey.js'
import { nationalList } from '../../../support/trusted-lists/index.js'
import { contextAt, file, source } from './lists-at-hand.js'

it.each([
  ['plain', (xml: Buffer) => xml],
  ['packed', gzipSync],
])('a %s list is what it says at its beginning; when it says so behind the bound, it is read whole', (_, form) => {
  const { limits } = contextAt()
  const kinds = [limits.headBytes, 100].map((headBytes) => {
    // What is not well-formed shows whether the file was read further than its beginning.
    const files = [nationalList('EE'), Buffer.concat([nationalList('EE'), Buffer.from('<')])].map((xml, index) =>
      file(`${index}.xml`, form(xml)),
    )
    const findings = new Findings('test')
    return surveyFiles(source, files, contextAt({ limits: { ...limits, headBytes } }), findings).map(({ territory }) => territory)
  })
  expect(kinds).toEqual([['EE', 'EE'], ['EE']])
})
