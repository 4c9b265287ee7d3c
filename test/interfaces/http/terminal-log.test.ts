import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/interfaces/http/logger.js'
import { terminalLog } from '../../../src/interfaces/http/terminal-log.js'

describe('the log on a terminal', () => {
  it('the log on a terminal is a line of words, whose values cannot steer it', () => {
    let text = ''
    const logger = createLogger('info', terminalLog({ write: (line) => (text += line) }))
    logger.warn({ path: '/\u001b[31m"x', count: 2 }, 'not ready: nothing is trusted')
    expect(text).toMatch(/^\d\d:\d\d:\d\d warn {2}not ready: nothing is trusted path="\/\\u001b\[31m\\"x" count=2\n$/)
  })
})
