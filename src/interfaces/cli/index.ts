/**
 * The command line. `command-line` defines the commands, `validate/` validates files, `validate/render-person` writes results for people. The function that
 * runs the service is passed in, so that validating a file does not load the server.
 */
export { runCommandLine } from './command-line.js'
export { exitStatus } from './exit-status.js'
