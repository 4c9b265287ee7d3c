/** The index of the first item of a sorted list for which `isFrom` holds, by binary search; the length of the list when it holds for none. */
export function firstIndex<T>(sorted: ArrayLike<T>, isFrom: (item: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    // Safe: `middle` is below `high`, and so within the list.
    if (isFrom(sorted[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
