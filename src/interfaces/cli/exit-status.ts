/** Exit statuses of the command line (`decisions.md#command-line`). For several files, the highest status counts. */
export const exitStatus = {
  /** At least one signature, all of them passed, and they leave out no file. */
  allPassed: 0,
  /** A signature did not pass or leaves out a file, or the document has none. */
  notAllPassed: 1,
  /** `files`: a data file was refused. */
  notAllWritten: 1,
  /** A document could not be read. */
  unreadable: 2,
  /** `compare`: no file differs. */
  alike: 0,
  /** `compare`: a file differs. */
  different: 1,
  /** The command or a setting is wrong. */
  usage: 64,
  /** The service could not start. */
  notStarted: 1,
  /** The service did not close in time after a signal to stop (EX_TEMPFAIL of sysexits.h). */
  notStopped: 75,
} as const
