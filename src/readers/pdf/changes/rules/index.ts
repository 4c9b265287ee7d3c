import { catalog } from './catalog.js'
import { extensions, markInformation, metadata, outputIntents, version } from './catalog-entries.js'
import { documentInformation, encryption } from './document-information.js'
import { form } from './form.js'
import { pageTree } from './page-tree.js'
import { pages } from './pages.js'
import { permissions } from './permissions.js'
import { rewritten } from './rewritten.js'
import type { Rule } from './rule.js'
import { securityStore } from './security-store.js'
import { structureTree } from './structure.js'
import { unusedResources } from './unused-resources.js'

/** The rules in their order: a rule may read what the rules before it found. */
export const rules: readonly Rule[] = [
  rewritten,
  encryption,
  documentInformation,
  catalog,
  form,
  securityStore,
  outputIntents,
  metadata,
  markInformation,
  extensions,
  version,
  permissions,
  pageTree,
  pages,
  structureTree,
  unusedResources,
]
