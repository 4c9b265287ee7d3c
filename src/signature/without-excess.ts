/** A document may repeat one flaw a hundred thousand times; a report names it at most this often. */
const MOST_OF_A_CODE = 20

/** The findings, at most `MOST_OF_A_CODE` of each code. */
export function withoutExcess<T extends { readonly code: string }>(findings: readonly T[]): readonly T[] {
  const counts = new Map<string, number>()
  return findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= MOST_OF_A_CODE
  })
}
