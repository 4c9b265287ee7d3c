/** The oldest release that is tested; `engines` in package.json says the same. */
const oldest = { major: 20, minor: 19 } as const

/** One sentence for a Node.js that is older than the oldest supported release; null for a supported one. @param version as in `process.versions.node` */
export function unsupportedVersion(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return null
  return `This is Node.js ${version}; install Node.js ${oldest.major}.${oldest.minor} or newer.`
}
