import { describe, expect, it } from 'vitest'
import { excerpt } from '#model'

describe('an excerpt of a text', () => {
  it('an excerpt of a text is the text itself up to 200 characters', () => expect(excerpt('x'.repeat(200))).toBe('x'.repeat(200)))

  it('an excerpt of a text ends after 200 characters, and never inside one', () => {
    expect(excerpt('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
    expect(excerpt(`${'x'.repeat(198)}\u{1F512}y`)).toBe(`${'x'.repeat(198)}\u{1F512}…`)
    expect(excerpt(`${'x'.repeat(199)}\u{1F512}y`)).toBe(`${'x'.repeat(199)}…`)
  })
})
