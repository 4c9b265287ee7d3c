import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { openDdoc } from '#validation/container'
import { childNamed } from '../../../../src/validation/signature/ddoc/elements.js'
import { canonicalForms } from '../../../../src/validation/signature/ddoc/fragment.js'
import { ddocSignatureRules } from '../../../../src/validation/signature/ddoc/rules.js'
import { needs } from '../../../support/needs.js'

const folder = new URL('../../../../../shared/conformance/files/', import.meta.url)

/** SHA-1 of data files, SignedInfo and SignedProperties, computed with an independent program; lengths where they were recorded. */
const worked: readonly {
  readonly file: string
  readonly dataFiles?: Readonly<Record<string, readonly [main: string | null, alternate?: string]>>
  readonly signatures: readonly {
    readonly info?: readonly [number | null, string]
    readonly properties?: readonly [number | null, string]
  }[]
}[] = [
  {
    file: 'vaikesed1.1.ddoc',
    dataFiles: { D0: ['bdde225bd25a4094d9243dcbc9a85f27addc21e3'], D15: ['77bb672759de58f382de72198faf2470ef28c6b4'] },
    signatures: [
      { info: [3933, '6079ba6e1d8363d7026df0b51f7b5d0c6c43ef15'], properties: [936, '8e0398d396efb90c4d58549513f96c67ff4f0197'] },
    ],
  },
  {
    file: 'DIGIDOC-XML1.2.ddoc',
    dataFiles: { D0: ['25c2572042753cf3fe4044278693b024a4aa5cfc'] },
    signatures: [
      { info: [692, '611c9f3911ee1a1b9c965a7d0dd550194f86aabe'], properties: [867, 'f795338ca774064cbfa642733f05e262d2d4f361'] },
    ],
  },
  {
    file: 'susisevad1_3.ddoc',
    dataFiles: { D0: ['9b0d2e4ba6d8cb5e957e3464e387ac098652c4e7', 'e9585a7eba69ccec5efdad11dc71585b8e418bcd'] },
    signatures: [
      { info: [692, '06b45175f154904040c7b1b27baa7935004b4454'], properties: [1164, 'f76d7dc26d55bc00f2fcda2a1345b9997d86bc35'] },
    ],
  },
  {
    file: '18912.ddoc',
    dataFiles: { D0: ['57b8420b05fe7273809a703951b14286427d9289', '82e9954dd48e6f216a3db5afa4abe15426011f9d'] },
    signatures: [
      { info: [693, '297877d3cddaedeb2eb143b82d4b28e183f6e746'], properties: [898, 'd9d712849127c890e50a13530c2a87811267677d'] },
    ],
  },
  {
    file: 'SK-XML1.0.ddoc',
    dataFiles: { D0: ['f987f33373ec5f73cdc0313e055642b3bf387c61'] },
    signatures: [
      { info: [1114, '07cd4cdcf9851d242e32f7d92747e6d4cdf7613b'], properties: [742, 'b8709cba936ae221265055c7f71186556045f18e'] },
      { info: [null, '5112971d593de3b5d77888899c680a1c64f17b2b'], properties: [null, '1080b450c19cdf9447383e83afe827f9bb79072c'] },
    ],
  },
  {
    file: 'DIGIDOC-XML1.3.ddoc',
    dataFiles: { D0: ['44d468f6ae23d9cc07beff1155a96010be5be6d6'] },
    signatures: [
      { info: [null, '42421f5fa4608885de9ec60cd7ba8296f7ac1a81'], properties: [null, '976b3d1dd81075d26246babf846679d75b7f3665'] },
    ],
  },
  {
    file: 'DIGIDOC-XML1.1.ddoc',
    dataFiles: { D0: ['046eee01c14cf9b5e6cfb1b468c5cabbaaff5ea6'] },
    signatures: [{ properties: [null, 'f62aa0030a2f102c52ef0dc61c9124d509f83b5d'] }],
  },
  {
    file: 'igasugust1.1.ddoc',
    signatures: [
      { properties: [null, '19d6f02ae1ee961dcf3a1da5e9365c9a3914db37'] },
      { properties: [null, '42bdea7141ffc98abd04582598b2e64e6d2a985a'] },
      { properties: [null, 'b997f36173c47b6d62fcb7b941946ba722f97d06'] },
    ],
  },
]

describe('worked digests of real documents', needs({ 'published documents beside the repository': existsSync(folder) }), () => {
  it.each(worked)('finds the digests that were worked out for the real document $file', ({ file, dataFiles = {}, signatures }) => {
    const opened = openDdoc(readFileSync(new URL(file, folder)), limits)
    for (const [id, [main, alternate]] of Object.entries(dataFiles)) {
      const dataFile = opened.dataFiles.find((one) => one.id === id)
      expect(dataFile?.digest(), id).toBe(main)
      if (alternate !== undefined) expect(dataFile?.alternateDigest(), id).toBe(alternate)
    }
    for (const [index, { info, properties }] of signatures.entries()) {
      const signature = opened.signatures[index]?.element ?? null
      for (const [path, expected] of [
        [['SignedInfo'], info],
        [['Object', 'QualifyingProperties', 'SignedProperties'], properties],
      ] as const) {
        const element = childNamed(signature, ...path)
        if (element === null || expected === undefined) continue
        const [form = Buffer.alloc(0)] = canonicalForms(element, ddocSignatureRules[opened.version])
        expect(createHash('sha1').update(form).digest('hex'), `${index} ${path.join('/')}`).toBe(expected[1])
        if (expected[0] !== null) expect(form).toHaveLength(expected[0])
      }
    }
  })
})
