import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two samples of the histogram, which are part of each of them. */
const resolution = 10
/** Over how many milliseconds the mean is taken. */
const period = 1_000

export interface EventLoopDelay {
  /** Mean delay of the event loop over the last period. */
  readonly milliseconds: () => number
  readonly stop: () => void
}

/** Measures how late the event loop is. Opens no file and reads nothing of the system, so it goes on when the process may open no further files. */
export function watchEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let delay = 0
  const timer = setInterval(() => {
    // Without a sample the event loop stood still for the whole period.
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
