/** The findings, with at most `maxOfCode` of each code. */
export function withoutExcess<T extends { readonly code: string }>(findings: readonly T[], maxOfCode: number): readonly T[] {
  const counts = new Map<string, number>()
  return findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= maxOfCode
  })
}
