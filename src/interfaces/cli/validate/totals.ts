import { counted } from '#writers/cli'
import { exitStatus } from '../exit-status.js'
import { writeDuration } from '../progress.js'

/** Counts results by their exit status. */
export class Totals {
  #passed = 0
  #notPassed = 0
  #unread = 0
  #earlier = 0
  #leftOut = 0
  #worst: number = exitStatus.allPassed

  add(status: number): void {
    if (status === exitStatus.allPassed) this.#passed += 1
    else if (status === exitStatus.notAllPassed) this.#notPassed += 1
    else this.#unread += 1
    this.#worst = Math.max(this.#worst, status)
  }

  /** Adds a result of an earlier run that this one continues. */
  addEarlier(status: number): void {
    this.#earlier += 1
    this.add(status)
  }

  /** Adds a file in a folder that was not validated because of its name. */
  addLeftOut(): void {
    this.#leftOut += 1
  }

  get leftOut(): number {
    return this.#leftOut
  }

  /** The highest exit status of all files. */
  get status(): number {
    return this.#worst
  }

  get files(): number {
    return this.#passed + this.#notPassed + this.#unread
  }

  /** One line for a person. */
  describe(milliseconds: number): string {
    const now = this.files - this.#earlier
    const rate = milliseconds > 0 ? (now / milliseconds) * 1000 : 0
    const counts = [
      `${this.#passed} with signatures that all pass`,
      `${this.#notPassed} where a signature does not pass, a file is not signed or there is no signature`,
      `${this.#unread} not read`,
    ]
    const earlier = this.#earlier === 0 ? '' : `, ${this.#earlier} of them earlier`
    const speed = now === 0 ? '' : `, ${rate.toFixed(rate < 10 ? 1 : 0)} files/s`
    return `${counted(this.files, 'file')}${earlier}: ${counts.join(', ')}; ${writeDuration(milliseconds)}${speed}${this.#describeLeftOut()}`
  }

  /** That files were left out, and how to have them too: whoever validates a folder expects that nothing is. */
  #describeLeftOut(): string {
    if (this.#leftOut === 0) return ''
    const files = this.#leftOut === 1 ? '1 other file was' : `${this.#leftOut} other files were`
    return `; ${files} left out because of the name (--every-file validates all)`
  }
}
