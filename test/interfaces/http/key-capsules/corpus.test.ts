import { afterAll, beforeAll, describe } from 'vitest'
import { type CapsulesUnderTest, startOfTests } from '../../../support/capsule-listeners.js'
import { needs } from '../../../support/needs.js'
import { capsulesOfCorpus, corpusPresent, corpusSuite } from './corpus-suite.js'

describe(
  'requests of the published corpus, with an embedded store',
  needs({ 'published corpus of requests beside the repository': corpusPresent }),
  () => {
    let service: CapsulesUnderTest
    beforeAll(async () => {
      service = await capsulesOfCorpus()
    })
    afterAll(() => service.close())

    corpusSuite(() => ({ post: service.post, get: service.get, clock: () => startOfTests, tolerance: 0, logged: service.logged }))
  },
)
