/**
 * The archives of the message log of an X-Road security server: ZIP files with one container for each message, and `linkinginfo`, which links each container to
 * the one before by its digest, and each archive to the one before. Pure: octets in, findings out.
 */
export {
  type ArchiveFinding,
  type ArchiveLink,
  type LogArchive,
  linkOf,
  linksBetween,
  readLogArchive,
} from './read-log-archive.js'
