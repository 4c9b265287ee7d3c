import { describe, expect, it } from 'vitest'
import { asPackageMissing, PackageMissing, requireOptional } from '#std'

describe('a package that an installation left out', () => {
  it('a package that an installation left out is named, with what to do', () => {
    expect(() => requireOptional('a-package-that-nobody-has', import.meta.url)).toThrow(PackageMissing)
    expect(() => requireOptional('a-package-that-nobody-has', import.meta.url)).toThrow(/npm install a-package-that-nobody-has$/)
    const imported = Object.assign(new Error("Cannot find package '@nobody/has-this' imported from /x.js"), {
      code: 'ERR_MODULE_NOT_FOUND',
    })
    expect(asPackageMissing(imported)?.message).toContain('The package @nobody/has-this is not installed.')
  })

  it('a package that an installation left out is told apart from a missing file of ours, and from an error inside a package', () => {
    const error = (message: string, code: string) => asPackageMissing(Object.assign(new Error(message), { code }))
    expect(error("Cannot find module './gone.js'", 'MODULE_NOT_FOUND')).toBe(null)
    expect(error("Cannot find module '/app/dist/gone.js' imported from x", 'ERR_MODULE_NOT_FOUND')).toBe(null)
    expect(error("Cannot find package 'x'", 'EMFILE')).toBe(null)
    expect(asPackageMissing(null)).toBe(null)
    const missing = new PackageMissing('x')
    expect(asPackageMissing(missing)).toBe(missing)
    expect(requireOptional('piscina', import.meta.url)).toBeDefined()
  })
})
