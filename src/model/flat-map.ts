/**
 * Like `list.flatMap(callback)`, but about ten times as fast: V8 implements that method with a runtime call per element. For code that runs for every
 * signature.
 */
export function flatMap<T, R>(list: readonly T[], callback: (each: T, index: number) => readonly R[]): R[] {
  const all: R[] = []
  list.forEach((each, index) => {
    for (const one of callback(each, index)) all.push(one)
  })
  return all
}
