import type { DetachedData, ReadSignature } from '#model'
import type { XmlDocument } from '#readers/xml'
import { detachedFile } from '../detached-file.js'
import { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'
import { createDataFileResolver, createDigestResolver, type DataFileResolver } from './data-file-resolver.js'
import { asicDialect } from './dialect.js'
import { readSignaturesIn, withProfile } from './read-xades-signatures.js'

/** An XML document with signatures over it, over parts of it, or over files that are given beside it. */
interface XmlSignatures {
  readonly document: XmlDocument
  readonly detached: DetachedData | null
}

/**
 * Reads every ds:Signature of an XML document without a container: enveloped, enveloping and detached (XML Signature 1.1, 2). None is no error.
 *
 * @throws ReaderError with `limit` when a bound is reached
 */
export function readXmlSignatures({ document, detached }: XmlSignatures, context: SignatureContext): readonly ReadSignature[] {
  const work = new DocumentWork(context.limits.signature)
  const dataFile = resolverOf(detached, context)
  return readSignaturesIn(document, '', { ownDocument: document, dataFile, context, work, dialect: asicDialect }).map((read) =>
    withProfile(read, { name: 'xades' }),
  )
}

function resolverOf(detached: DetachedData | null, { limits }: SignatureContext): DataFileResolver {
  if (detached !== null && detached.kind !== 'files') return createDigestResolver(detached)
  const files = detached === null ? [] : detached.files.map(detachedFile)
  return createDataFileResolver(files, limits.signature)
}
