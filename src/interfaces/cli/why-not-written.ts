import { systemErrorCode } from '#model'

/** Why a new file could not be written, as the end of a sentence about this file. Throws any error that is not one of the system. */
export function whyNotWritten(error: unknown): string {
  const code = systemErrorCode(error)
  switch (code ?? '') {
    case 'EEXIST':
      return 'a file of its name exists already'
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such folder; make it first'
    case 'ENAMETOOLONG':
      return 'its name is too long'
    case 'EILSEQ':
    case 'EINVAL':
      return 'its name is not one of a file'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'no permission to write into the folder'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no space left'
    case 'ELOOP':
      return 'the links on its path lead in a circle'
    default:
      if (code === null || !(error instanceof Error && 'syscall' in error)) throw error
      return `the system refuses the operation (${code})`
  }
}
