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

/** Whether a part stays at one edge of the area, as a side of a border does. What lies between points at one edge is at this edge as well. */
export function isAtEdge({ points }: PathPart, right: number, top: number): boolean {
  const widest = edgeOf(right, top)
  const distances: readonly ((point: Point) => number)[] = [([x]) => x, ([x]) => right - x, ([, y]) => y, ([, y]) => top - y]
  return distances.some((distance) => points.every((point) => distance(point) <= widest))
}

/** Whether a part is a frame: a rectangle of which each side is at another edge. */
export function isFrame(part: PathPart, right: number, top: number): boolean {
  const [left, bottom, end, upper] = boundsOf(part)
  const isNear = (distance: number) => distance <= edgeOf(right, top)
  return part.kind === 'rectangle' && isNear(left) && isNear(bottom) && isNear(right - end) && isNear(top - upper)
}

function edgeOf(right: number, top: number): number {
  return Math.min(widestEdge, greatestEdge * Math.min(right, top))
}

/** Whether the parts are two lines, from corner to corner of the area. */
export function isCross(parts: readonly PathPart[], right: number, top: number): boolean {
  const slopes = parts.map((part) => slopeOf(part, right, top))
  return slopes.length === 2 && slopes.includes('rising') && slopes.includes('falling')
}

/** Whether the parts together are a figure within the area that nobody overlooks. */
export function isFigure(parts: readonly PathPart[], right: number, top: number): boolean {
  const [left, bottom, end, upper] = boundsOf({ points: parts.flatMap(({ points }) => points) })
  const isWithin = left >= 0 && bottom >= 0 && end <= right && upper <= top
  return isWithin && end - left >= leastCovered * right && upper - bottom >= leastCovered * top
}

function slopeOf({ kind, points }: PathPart, right: number, top: number): 'rising' | 'falling' | null {
  const [from, to, ...more] = points
  if (kind !== 'lines' || from === undefined || to === undefined || more.length > 0) return null
  const isWithin = [from, to].every(([x, y]) => x >= 0 && y >= 0 && x <= right && y <= top)
  const [width, height] = [to[0] - from[0], to[1] - from[1]]
  if (!isWithin || Math.abs(width) < leastCrossed * right || Math.abs(height) < leastCrossed * top) return null
  return width * height > 0 ? 'rising' : 'falling'
}
