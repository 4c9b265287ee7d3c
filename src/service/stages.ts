/** Stages of a validation: decode base64, open the document and read its signatures, collect validation data, conclude, build the report, render it. */
export type StageName = 'decode' | 'read' | 'collect' | 'conclude' | 'report' | 'print'

/** Milliseconds since 1970, with fractions. */
export interface Stage {
  readonly name: StageName
  readonly began: number
  readonly ended: number
}

/** Runs the stages of the work, and may measure them. */
export interface Stages {
  readonly run: <T>(name: StageName, work: () => T) => T
  readonly runAsync: <T>(name: StageName, work: () => Promise<T>) => Promise<T>
}

export const unmeasured: Stages = { run: (_name, work) => work(), runAsync: (_name, work) => work() }

/** The measured times of one task in a worker. */
export interface TaskTimes {
  readonly began: number
  readonly ended: number
  readonly stages: readonly Stage[]
}

/** Returns `stages`, which measures each stage, even one that throws, and `times`, which returns the measured times. */
export function measureStages(): { readonly stages: Stages; readonly times: () => TaskTimes } {
  const began = now()
  const measured: Stage[] = []
  const begin = (name: StageName) => {
    const stageBegan = now()
    return () => measured.push({ name, began: stageBegan, ended: now() })
  }
  const stages: Stages = {
    run: (name, work) => {
      const end = begin(name)
      try {
        return work()
      } finally {
        end()
      }
    },
    runAsync: async (name, work) => {
      const end = begin(name)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
  return { stages, times: () => ({ began, ended: now(), stages: measured }) }
}

/** Milliseconds since 1970, with the precision of the monotonic clock. */
function now(): number {
  return performance.timeOrigin + performance.now()
}
