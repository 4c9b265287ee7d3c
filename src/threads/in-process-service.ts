import {
  keepKeys,
  openCacheAcrossDocuments,
  openDecodedCache,
  openIndex,
  openInstances,
  reportDataFiles,
  takeDataFiles,
  validationContextOf,
} from '#validation'
import { reports, type ServiceOptions } from './open-service.js'
import type { ValidationService } from './validation-service.js'
import { writeValidated } from './write-validated.js'

/**
 * Opens a service that validates in this thread, without heap limit and time budget. For documents that the user of the command line or of the library chose.
 */
export function openInProcessService(options: ServiceOptions): ValidationService {
  const { trust, policies = [] } = options
  const { limits } = options.settings
  const kept = openCacheAcrossDocuments(limits)
  keepKeys(limits)
  const index = openIndex(trust.current().packed, kept, limits)
  const instances = openInstances(trust.instances, kept, limits)
  const context = () => validationContextOf(index, instances, openDecodedCache(limits, kept), limits, policies)
  return {
    ...reports(options, () => ({ threads: 0, maxThreads: 0, running: 0, waiting: 0, usable: true })),
    validate: async (request, order) => writeValidated(request, order, context()),
    dataFiles: (document) => new Promise((resolve) => resolve(reportDataFiles(document, limits))),
    takeDataFiles: (document, order) => takeDataFiles(document, order, limits),
    close: () => Promise.resolve(trust.close()),
  }
}
