import { type BuiltInPolicyName, type DocumentForm, type OwnPolicy, type PolicyName, policyNames } from '#model'

const base = 'http://open-eid.github.io/SiVa/siva/appendix/validation_policy/'
/** Where the policies of SiVa 3 are published, by which the command line and the library can judge as well. */
const baseOfSiva3 = 'http://open-eid.github.io/SiVa/siva3/appendix/validation_policy/'

interface PolicyText {
  readonly description: string
  readonly url: string
}

/** Description and URL of each policy. The URLs are those that existing clients know. */
const texts: Readonly<Record<BuiltInPolicyName, PolicyText>> = {
  POLv1: {
    description:
      'Electronic signatures and seals are validated whatever their legal level under Regulation (EU) No 910/2014 is: AdES, AdES/QC or QES makes no difference to the result.',
    url: `${base}#POLv1`,
  },
  POLv2: {
    description:
      'Only qualified electronic signatures and seals (QES under Regulation (EU) No 910/2014) get a positive result; AdES and AdES/QC do not.',
    url: `${base}#POLv2`,
  },
  POLv3: {
    description:
      'Electronic signatures and seals are validated by the rules of SiVa 3, whatever their legal level under Regulation (EU) No 910/2014 is.',
    url: `${baseOfSiva3}#POLv3`,
  },
  POLv4: {
    description:
      'By the rules of SiVa 3 only qualified electronic signatures and seals, and seals with a qualified certificate, get a positive result; a signature with a qualified certificate but without a qualified device gets it with a warning.',
    url: `${baseOfSiva3}#POLv4`,
  },
}

const assumption =
  'The level of a DIGIDOC-XML signature is not determined: a certificate that AS Sertifitseerimiskeskus or SK ID Solutions AS issued for signatures (nonRepudiation) is taken for a qualified one, any other is not.'

/** What a policy assumes for DIGIDOC-XML, whose legal level is not determined (`decisions.md#polv2`). */
const assumptions: Readonly<Partial<Record<BuiltInPolicyName, string>>> = { POLv2: assumption, POLv4: assumption }

/** Description and URL of a policy for a report about this kind of document. A policy file that is not published has an empty URL. */
export function policyTextOf(name: PolicyName, own: OwnPolicy | null, form: DocumentForm): PolicyText {
  const basis = own?.basis ?? policyNames.find((known) => known === name)
  if (basis === undefined) throw new TypeError(`${name} is neither a built-in policy nor that of a policy file`)
  const text = own === null ? texts[basis] : { description: own.description, url: own.url ?? '' }
  const assumed = form.kind === 'ddoc' ? assumptions[basis] : undefined
  return assumed === undefined ? text : { ...text, description: `${text.description} ${assumed}` }
}
