// Does what the task says, as a hostile document would make a worker do.
import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'

export default function act({ act, bytes, milliseconds = 50 }) {
  switch (act) {
    case 'echo':
      return { length: bytes?.length ?? 0, environment: Object.keys(process.env).length, given: workerData }
    case 'require':
      createRequire(import.meta.url)('./hostile-worker.mjs')
      return 'a module'
    case 'hang':
      for (;;);
    case 'stall':
      return new Promise(() => undefined)
    case 'wait': {
      const until = performance.now() + milliseconds
      while (performance.now() < until);
      return 'waited'
    }
    case 'hoard': {
      const kept = []
      for (;;) kept.push(new Array(100_000).fill(kept.length))
    }
    case 'throw':
      throw new TypeError('a fault of the worker')
    case 'exit':
      process.exit(3)
  }
}
