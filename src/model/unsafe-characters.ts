/** C0 and C1 controls, which can steer a terminal. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`
/** They turn the direction of writing: a file called `exe.fdp` would show as `pdf.exe`. */
const DIRECTION = String.raw`\u202a-\u202e\u2066-\u2069`
/** They show as nothing, or end a line. */
const INVISIBLE = String.raw`\u061c\u200b-\u200f\u2028\u2029\u2060-\u2065\ufeff`
/** One file system or another gives them a meaning. */
const OF_FILE_SYSTEMS = String.raw`<>:"/\\|?*`

/** Characters of a document's text that a page, a sheet or a terminal must not show as they are. */
export const unsafeToShow = new RegExp(`[${CONTROLS}${DIRECTION}${INVISIBLE}]`, 'g')

/** Characters that no file may have in its name. Those that only show as nothing are not among them: names with emoji have them. */
export const forbiddenInFileName = new RegExp(`[${CONTROLS}${DIRECTION}${OF_FILE_SYSTEMS}\\ufffe\\uffff]`)

/** Characters for which another one is written when a file is named by us: these, those that show as nothing, and halves of characters. */
export const replacedInFileName = new RegExp(
  `[${CONTROLS}${DIRECTION}${INVISIBLE}${OF_FILE_SYSTEMS}\\u00ad\\u206a-\\u206f\\ufff9-\\uffff]|\\p{Surrogate}`,
  'gu',
)

/** Names of devices of Windows, which no file there can have, as a part of a pattern without letter case. */
export const deviceNames = 'con|prn|aux|nul|com[1-9]|lpt[1-9]'
