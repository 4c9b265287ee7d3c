import type { DocumentType, PolicyName } from '#model'

/** Names of types and policies as the service writes them; a request may write them in any letter case. */
export const documentTypes = ['BDOC', 'DDOC', 'PDF', 'XROAD'] as const satisfies readonly DocumentType[]
export const policies = ['POLv1', 'POLv2'] as const satisfies readonly PolicyName[]
