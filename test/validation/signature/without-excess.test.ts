import { expect, it } from 'vitest'
import { withoutExcess } from '../../../src/validation/signature/without-excess.js'

it('a signature keeps so many findings of each code, the first ones', () => {
  const findings = ['a', 'b', 'a', 'a', 'b'].map((code, number) => ({ code, number }))
  expect(withoutExcess(findings, 2).map(({ number }) => number)).toEqual([0, 1, 2, 4])
  expect(withoutExcess(findings, 3)).toEqual(findings)
})
