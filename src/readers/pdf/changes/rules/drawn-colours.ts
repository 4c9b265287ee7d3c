/** Text is darker than this in each component of its colour, and what is filled behind it lighter. */
const darkest = 0.4
const lightest = 0.6
/** A dark bar, with a light text: as a whole, since one component may be lighter. */
const darkestBar = 0.3
const lightestText = 0.9
/** A bar differs by this from the background in some component. */
const leastContrast = 0.2
/** Colours differ by less than this in each component where nobody tells them apart on a page in one of them. */
const greatestDifference = 0.1
const componentsOf: ReadonlyMap<string, number> = new Map([
  ['/DeviceGray', 1],
  ['/DeviceRGB', 3],
])

/** A colour, and the number of components of its colour space. It has no components where programs use different colours. */
export interface Colour {
  readonly components: readonly number[]
  readonly count: number
}

export function colourOf(components: readonly number[]): Colour {
  return { components, count: components.length }
}

/** A colour space is black at first (ISO 32000-1, 8.6.3), but PDFium keeps the colour before. */
export function unknownColour(space: string | undefined): Colour {
  return { components: [], count: componentsOf.get(space ?? '') ?? 0 }
}

/** Poppler does not use a colour with another number of components than its space has. */
export function hasItsComponents({ components, count }: Colour): boolean {
  return components.length === count
}

export function isSameColour(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((component, index) => component === other[index])
}

export function isDark(colour: readonly number[]): boolean {
  return colour.length > 0 && colour.every((component) => component <= darkest)
}

export function isLight(colour: readonly number[]): boolean {
  return colour.length > 0 && colour.every((component) => component >= lightest)
}

/** Whether a text is seen on a bar, and the bar on the background. */
export function isSeenOn(text: readonly number[], bar: readonly number[], background: readonly number[]): boolean {
  const [one, other] = [inThree(bar), inThree(background)]
  if (!one.some((component, index) => Math.abs(component - (other[index] ?? Number.NaN)) >= leastContrast)) return false
  if (isLight(bar)) return isDark(text)
  return lightnessOf(bar) <= darkestBar && text.length > 0 && text.every((component) => component >= lightestText)
}

/** Whether a bar is seen wherever the one before was: it has nearly the same colour, or is dark, so that its light text tells it from the dark texts of the other options. */
export function isSeenAsBefore(before: readonly number[], after: readonly number[]): boolean {
  if (lightnessOf(after) <= darkestBar) return true
  const [first, second] = [inThree(before), inThree(after)]
  return first.every((component, index) => Math.abs(component - (second[index] ?? Number.NaN)) <= greatestDifference)
}

/** A colour as programs draw it: a component above 1 counts as 1. */
function inThree(colour: readonly number[]): readonly number[] {
  const [red = Number.NaN, ...others] = colour.map((component) => Math.min(Math.max(component, 0), 1))
  return colour.length === 1 ? [red, red, red] : [red, ...others]
}

/** How light people see a colour (ISO 32000-1, 11.3.5.3). */
function lightnessOf(colour: readonly number[]): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = inThree(colour)
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
