/** C0 and C1 controls, which can steer a terminal. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`
/** Bidirectional controls. They change the direction of writing: a file called `exe.fdp` would be displayed as `pdf.exe`. */
const DIRECTION = String.raw`\u202a-\u202e\u2066-\u2069`
/** Characters without a visible form, and line or paragraph separators. */
const INVISIBLE = String.raw`\u061c\u200b-\u200f\u2028\u2029\u2060-\u2065\ufeff`
/** Characters with a meaning in at least one file system. */
const OF_FILE_SYSTEMS = String.raw`<>:"/\\|?*`

/** Characters in text from a document that a page, a printed report or a terminal must not output unchanged. */
export const unsafeToShow = new RegExp(`[${CONTROLS}${DIRECTION}${INVISIBLE}]`, 'g')

/** Characters that are refused in a file name. Invisible characters are allowed, because names with emoji contain them. */
export const forbiddenInFileName = new RegExp(`[${CONTROLS}${DIRECTION}${OF_FILE_SYSTEMS}\\ufffe\\uffff]`)

/** Characters for which a file of a container is refused: they would make a path of its name, steer a terminal, or show it as another name. */
export const refusedInEntryName = new RegExp(`[${CONTROLS}${DIRECTION}/\\\\\\ufffe\\uffff]`)

/** Characters that a name may have on one system and not on another. The file is written with `_` in their place. */
export const replacedInEntryName = /[<>:"|?*]/g

/** Characters that are replaced in a file name that this service chooses: the refused ones, invisible ones and lone surrogates. */
export const replacedInFileName = new RegExp(
  `[${CONTROLS}${DIRECTION}${INVISIBLE}${OF_FILE_SYSTEMS}\\u00ad\\u206a-\\u206f\\ufff9-\\uffff]|\\p{Surrogate}`,
  'gu',
)

/** Reserved device names of Windows, as part of a case-insensitive pattern. */
export const deviceNames = String.raw`con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$`
