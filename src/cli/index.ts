/**
 * The command line: `command-line` knows the words, `validate-command` goes through the files, `render-person` writes for people. What the service
 * needs to run is given from outside, so that validating a file loads no server.
 */
export { runCommandLine } from './command-line.js'
export { exitStatus } from './exit-status.js'
