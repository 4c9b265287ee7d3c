import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two samples of the histogram. Each sample includes this interval. */
const resolution = 10
/** Milliseconds over which the mean is computed. */
const period = 1_000

export interface EventLoopDelay {
  /** Mean delay of the event loop over the last period. */
  readonly milliseconds: () => number
  readonly stop: () => void
}

/** Measures the delay of the event loop. It opens no file, so it works even when the process has reached its limit of open files. */
export function watchEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let delay = 0
  const timer = setInterval(() => {
    // No sample: the event loop was blocked for the whole period.
    delay = Number.isNaN(histogram.mean) ? Number.POSITIVE_INFINITY : Math.max(0, histogram.mean / 1e6 - resolution)
    histogram.reset()
  }, period)
  timer.unref()
  return {
    milliseconds: () => delay,
    stop: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
