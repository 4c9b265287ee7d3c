// Does what the task says, as a hostile document would make a worker do.
import { createRequire } from 'node:module'
import { runSliced } from './time-slice.mjs'

let kept = 'what was kept'
export default (sliced) =>
  runSliced(sliced, act, () => {
    kept = 'nothing'
  })

function act({ act, bytes, milliseconds = 50 }) {
  switch (act) {
    case 'echo':
      return { length: bytes?.length ?? 0, environment: Object.keys(process.env).length }
    case 'require':
      createRequire(import.meta.url)('./time-slice.mjs')
      return 'a module'
    case 'load':
      return import('./late-module.mjs').then(({ loaded }) => loaded)
    case 'kept':
      return kept
    case 'fail-if-cut-off':
      if (kept === 'nothing') throw new TypeError('half a module')
      return 'sound'
    case 'stall':
      return new Promise(() => undefined)
    case 'hang':
      for (;;);
    case 'wait': {
      const until = performance.now() + milliseconds
      while (performance.now() < until);
      return bytes === undefined ? 'waited' : { length: bytes.length }
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
