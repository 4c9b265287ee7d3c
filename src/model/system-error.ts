/** The code of an error of the system or of the platform, such as `ENOENT` or `Z_DATA_ERROR`; null for any other value. */
export function systemErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
