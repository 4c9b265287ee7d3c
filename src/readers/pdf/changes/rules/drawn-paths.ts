/** A point within the box of an appearance, whose lower left corner is at 0, 0. */
export type Point = readonly [x: number, y: number]
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number]

/** One part of a path: a rectangle, straight lines from point to point, or curves with the points that they lie between. */
export interface PathPart {
  readonly kind: 'rectangle' | 'lines' | 'curves'
  readonly points: readonly Point[]
}

/** The width of what a border may cover at an edge, which is that of its line and its distance from the edge: in units, and as a part of the smaller side. */
const widestEdge = 3
const greatestEdge = 0.15
/** The part of the width and height of the area that each line of a cross crosses, and that another figure covers. */
const leastCrossed = 0.5
const leastCovered = 0.3
/** The part of a side of the area along which the side of a border runs at least: what is shorter could be a letter. */
const leastSide = 0.8
/** What may be cut off at the edge of a figure, in units: half the width of its lines. */
const leastCut = 1
/** A row of a list is at least so wide, as a part of the list, and so high, in units: what is lower is a line. */
const leastRow = 0.9
const lowestRow = 4
/** A polygon along the edges has no more points. */
const mostCorners = 16
/** The lines of a cross meet in the middle, which each of them passes within this part of the width and height. */
const greatestOffset = 0.1

export function pairsOf(numbers: readonly number[]): readonly Point[] {
  const pairs: Point[] = []
  for (let at = 0; at + 1 < numbers.length; at += 2) pairs.push([numbers[at] ?? Number.NaN, numbers[at + 1] ?? Number.NaN])
  return pairs
}

export function rectanglePart([x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN]: readonly number[]): PathPart {
  const [left, bottom, right, top] = [x, y, x + width, y + height]
  return {
    kind: 'rectangle',
    points: [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
    ],
  }
}

export function boundsOf({ points }: Pick<PathPart, 'points'>): Rectangle {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The area that several rectangles have in common; null where something is no rectangle, or could cut another one out. */
export function commonArea(parts: readonly PathPart[]): Rectangle | null {
  const [turn = null, ...others] = new Set(parts.map(turnOf))
  if (turn === null || others.length > 0) return null
  const bounds = parts.map(boundsOf)
  return [
    Math.max(...bounds.map(([left]) => left)),
    Math.max(...bounds.map(([, bottom]) => bottom)),
    Math.min(...bounds.map(([, , right]) => right)),
    Math.min(...bounds.map(([, , , top]) => top)),
  ]
}

/** In which direction the sides of a rectangle follow one another; null for any other part. */
function turnOf({ kind, points }: PathPart): 'left' | 'right' | null {
  const [a, b, c, d, ...more] = points
  if (kind === 'curves' || a === undefined || b === undefined || c === undefined || d === undefined || more.length > 0) return null
  const isUpright = a[0] === b[0] && b[1] === c[1] && c[0] === d[0] && d[1] === a[1]
  const isFlat = a[1] === b[1] && b[0] === c[0] && c[1] === d[1] && d[0] === a[0]
  const turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
  if ((!isUpright && !isFlat) || !(turn !== 0)) return null
  return turn > 0 ? 'left' : 'right'
}

/** The row of a list that a rectangle across it fills, within the limits of the drawing; null for any other part. */
export function rowOf(part: PathPart, right: number, top: number, clip: Rectangle): Rectangle | null {
  if (turnOf(part) === null || runsAlongEdges(part, right, top)) return null
  const [left, bottom, end, upper] = boundsOf(part)
  const row = [Math.max(left, clip[0]), Math.max(bottom, clip[1]), Math.min(end, clip[2]), Math.min(upper, clip[3])] as const
  return row[2] - row[0] >= leastRow * right && row[3] - row[1] >= lowestRow ? row : null
}

/** How far parts of a border reach from each edge into the area; less than 0 for an edge at which they are not. */
export type Reach = readonly [left: number, bottom: number, right: number, top: number]

/** How far the side of a border that is a part reaches from its edge, which it stays at and runs along; null for any other part. What lies between points at one edge is at this edge as well. */
export function sideReach(part: PathPart, right: number, top: number): Reach | null {
  const widest = edgeOf(right, top)
  const [left, bottom, end, upper] = boundsOf(part)
  const reach: Reach = [end, upper, right - left, top - bottom]
  const isLong = [upper - bottom >= leastSide * top, end - left >= leastSide * right]
  const edge = reach.findIndex((distance, index) => distance <= widest && isLong[index % 2] === true)
  const at = (index: number) => (index === edge ? (reach[index] ?? 0) : Number.NEGATIVE_INFINITY)
  return edge < 0 ? null : [at(0), at(1), at(2), at(3)]
}

/** Whether a part is a polygon whose sides run along the edges of the area: a background, or the lit corner of a border. */
export function runsAlongEdges(part: PathPart, right: number, top: number): boolean {
  const { kind, points } = part
  if (kind === 'curves' || points.length > mostCorners) return false
  const [left, bottom, end, upper] = boundsOf(part)
  const isLong = upper - bottom >= leastSide * top && end - left >= leastSide * right
  const sides = points.map((point, index) => boundsOf({ points: [point, points[(index + 1) % points.length] ?? point] }))
  const widest = edgeOf(right, top)
  return isLong && sides.every(([x, y, toX, toY]) => Math.min(toX, toY, right - x, top - y) <= widest)
}

/** How far the sides of a frame, a rectangle of which each side is at another edge, are from these edges; null for any other part. */
export function frameReach(part: PathPart, right: number, top: number): Reach | null {
  const [left, bottom, end, upper] = boundsOf(part)
  const reach: Reach = [left, bottom, right - end, top - upper]
  return turnOf(part) !== null && reach.every((distance) => distance <= edgeOf(right, top)) ? reach : null
}

function edgeOf(right: number, top: number): number {
  return Math.min(widestEdge, greatestEdge * Math.min(right, top))
}

/** Whether the parts are two lines, from corner to corner of the area, that meet in the middle. */
export function isCross(parts: readonly PathPart[], right: number, top: number): boolean {
  const slopes = parts.map((part) => slopeOf(part, right, top))
  return slopes.length === 2 && slopes.includes('rising') && slopes.includes('falling')
}

/** Whether the parts together are a figure that nobody overlooks, within the rectangle in which programs draw. */
export function isFigure(parts: readonly PathPart[], right: number, top: number, clip: Rectangle): boolean {
  const [left, bottom, end, upper] = boundsOf({ points: parts.flatMap(({ points }) => points) })
  const isWithin = left >= clip[0] - leastCut && bottom >= clip[1] - leastCut && end <= clip[2] + leastCut && upper <= clip[3] + leastCut
  return isWithin && end - left >= leastCovered * right && upper - bottom >= leastCovered * top
}

function slopeOf({ kind, points }: PathPart, right: number, top: number): 'rising' | 'falling' | null {
  const [from, to, ...more] = points
  if (kind !== 'lines' || from === undefined || to === undefined || more.length > 0) return null
  const isWithin = [from, to].every(([x, y]) => x >= 0 && y >= 0 && x <= right && y <= top)
  const [width, height] = [to[0] - from[0], to[1] - from[1]]
  const isOff = (middle: number, side: number) => Math.abs(middle - side / 2) > greatestOffset * side
  if (isOff((from[0] + to[0]) / 2, right) || isOff((from[1] + to[1]) / 2, top)) return null
  if (!isWithin || Math.abs(width) < leastCrossed * right || Math.abs(height) < leastCrossed * top) return null
  return width * height > 0 ? 'rising' : 'falling'
}
