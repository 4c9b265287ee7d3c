/**
 * Processes several inputs concurrently and yields the results in the order of the inputs. At most `width` inputs are in progress, which bounds the number of
 * documents in memory. At most `ahead` results are begun and not yielded yet, which bounds the results that wait for a slow one before them. When the inputs
 * throw, the results of the inputs before are yielded first, and then the error is thrown.
 */
export async function* inOrder<T, R>(
  inputs: AsyncIterable<T>,
  { width, ahead }: { readonly width: number; readonly ahead: number },
  start: (input: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  const running = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  for await (const input of untilFailure(inputs, failures)) {
    const result = start(input)
    const settled: Promise<unknown> = result.then(
      () => running.delete(settled),
      () => running.delete(settled),
    )
    running.add(settled)
    begun.push(result)
    while (begun.length >= ahead) yield* next(begun)
    while (running.size >= width) await Promise.race(running)
    while (begun[0] !== undefined && !(await isPending(begun[0]))) yield* next(begun)
  }
  while (begun.length > 0) yield* next(begun)
  for (const failure of failures) throw failure
}

async function* untilFailure<T>(inputs: AsyncIterable<T>, failures: unknown[]): AsyncGenerator<T> {
  try {
    yield* inputs
  } catch (error) {
    failures.push(error)
  }
}

async function* next<R>(begun: Promise<R>[]): AsyncGenerator<R> {
  const first = begun.shift()
  if (first !== undefined) yield await first
}

const pending = Symbol('pending')

async function isPending(result: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([result, Promise.resolve(pending)])) === pending
}
