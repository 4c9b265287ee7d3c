import { deviceNames, forbiddenInFileName, refusedInEntryName } from '#std'
import { Cdoc2Error } from '../cdoc2-error.js'

const deviceName = new RegExp(`^(?:${deviceNames})$`, 'i')

/**
 * Returns the name if a new container may have a file of it. The rules are the same on every system: no directory, no device name, no name that is
 * displayed as another one. Characters that change the direction of writing are refused, because `ann\u202etxt.exe` is displayed as `annexe.txt`.
 *
 * @throws Cdoc2Error `file-name`
 */
export function checkFileName(name: string, maxLength: number): string {
  return checked(name, problemOfEntry(name, maxLength) ?? problemOfNewName(name))
}

/**
 * Returns the name of a file in a container if that file may be read. Other programs write names that only some systems have (`a:b.txt`, `-a`, `a.`); whoever
 * writes such a file gives it another name (`namesOnDisk`). A name that is a path, that is none, or that is displayed as another one is refused.
 *
 * @throws Cdoc2Error `file-name`
 */
export function checkEntryName(name: string, maxLength: number): string {
  return checked(name, problemOfEntry(name, maxLength))
}

function checked(name: string, problem: string | null): string {
  if (problem !== null) throw new Cdoc2Error('file-name', `The file name ${JSON.stringify(name.slice(0, 100))} ${problem}`)
  return name
}

function problemOfEntry(name: string, maxLength: number): string | null {
  if (name === '') return 'is empty'
  if (Buffer.byteLength(name) > maxLength) return `is longer than ${maxLength} octets`
  // The replacement character stands for octets that were not UTF-8.
  if (name.includes('\ufffd')) return 'is not UTF-8'
  if (name === '.' || name === '..') return 'is a folder'
  if (refusedInEntryName.test(name)) return 'has a character that no file name may have, such as / \\ or a control character'
  return null
}

function problemOfNewName(name: string): string | null {
  if (forbiddenInFileName.test(name)) return 'has a character that some systems do not have in file names: : * ? " < > |'
  if (/^[ -]/.test(name)) return 'begins with a space or a hyphen'
  if (/[ .]$/.test(name)) return 'ends with a space or a full stop'
  if (deviceName.test(name)) return 'is a device name of Windows'
  return null
}
