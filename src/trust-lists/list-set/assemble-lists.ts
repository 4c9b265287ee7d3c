import type { TrustContent } from '#trust'
import { pointersToNationalLists } from '../lotl/authenticate-list-of-lists.js'
import { type AcceptedList, acceptNationalList, entriesOf } from '../trusted-list/accept-national-list.js'
import type { ListSignature } from '../trusted-list/list-signature.js'
import type { ListPointer, TrustedList, UnreadableService } from '../trusted-list/trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type BestList, chooseBestList } from './best-list.js'
import { type ChosenListOfLists, chooseListOfLists, idOfListOfLists } from './choose-list-of-lists.js'
import { contentOfList, sourceOfList } from './list-content.js'
import type { ListFile, ReadList } from './list-file.js'
import type { AcceptedListFacts, ListSet, ListSigner, PinnedInUse, UsedFile } from './list-set.js'
import { type AssemblyContext, Findings } from './list-set.js'
import { type ListSource, takesTerritory } from './list-source.js'
import { type SurveyedFile, surveyFiles } from './survey.js'

/** A source with every file at hand that may belong to it: fetched, lying in a folder, or kept from before. */
export interface SourceFiles {
  readonly source: ListSource
  readonly files: readonly ListFile[]
}

/** Shorter RSA keys are accepted, because they were announced by an authentic list, but reported. */
const STRONG_RSA_BITS = 2048

/**
 * From the files of all sources to the lists that are trusted: each list of lists authenticated by its pinned certificates, each national list by
 * its pointer. Every list stands and falls by itself. The same files and moment give the same result.
 * Throws only what reading a file throws; whatever is wrong with a list is in `refusals`.
 */
export function assembleLists(inputs: readonly SourceFiles[], context: AssemblyContext): ListSet {
  const assembly = new Assembly(context)
  for (const { source, files } of inputs) assembly.add(source, files)
  return assembly.result()
}

class Assembly {
  readonly #context: AssemblyContext
  readonly #findings = new Findings()
  readonly #lists: AcceptedListFacts[] = []
  readonly #contents: TrustContent[] = []
  readonly #used: UsedFile[] = []
  readonly #pinned: PinnedInUse[] = []
  readonly #accepted = new Map<string, AcceptedList>()
  /** Territories that a source has brought, with its name. */
  readonly #taken = new Map<string, string>()

  constructor(context: AssemblyContext) {
    this.#context = context
  }

  add(source: ListSource, files: readonly ListFile[]): void {
    const loose = files.filter((file) => file.promised === null)
    const surveyed = surveyFiles(loose, source.name, this.#context, this.#findings)
    const chosen = chooseListOfLists(source, files, surveyed, this.#context, this.#findings)
    if (chosen === null) {
      const listsOfLists = surveyed.filter(({ kind }) => kind === 'list-of-lists')
      this.#noteStrangers(source, listsOfLists, [])
      const message = `There is no list of lists of ${source.territory} (${source.name}) that can be taken.`
      this.#refuse(source, source.territory, 'LIST_MISSING', message)
      return
    }
    this.#addListOfLists(source, chosen)
    const pointers = pointersToNationalLists(chosen.read.list)
    for (const pointer of pointers) {
      if (takesTerritory(source.territories, pointer.territory)) this.#addNationalList(source, pointer, files, surveyed)
    }
    this.#noteStrangers(source, surveyed, pointers)
  }

  result(): ListSet {
    const { refusals, notices } = this.#findings
    return {
      lists: this.#lists,
      refusals,
      notices,
      pinned: this.#pinned,
      contents: this.#contents,
      accepted: this.#accepted,
      used: this.#used,
    }
  }

  #addListOfLists(source: ListSource, { read, accepted, remembered }: ChosenListOfLists): void {
    this.#accepted.set(idOfListOfLists(source), remembered)
    const { anchors, newerNotices } = accepted.route
    const { pivots } = accepted
    const territories = pointersToNationalLists(read.list).length
    const place = { id: idOfListOfLists(source), listOfLists: null, location: source.location, services: territories }
    this.#keep(this.#factsOf(source, place, read, accepted.signature), { services: [], certificates: [] })
    this.#pinned.push({ source: source.name, anchors: anchors.name, signers: anchors.certificates.map(signerOf) })
    for (const { location, read: pivot } of pivots)
      this.#used.push({ source: source.name, promise: { kind: 'pivot', location }, digest: pivot.digest, file: pivot.file })
    this.#used.push({ source: source.name, promise: { kind: 'list-of-lists' }, digest: read.digest, file: read.file })
    for (const notice of newerNotices)
      this.#findings.note(
        source.name,
        'new-notice',
        `The list of lists names the notice ${notice.slice(0, 200)}, which is newer than the pinned one; check its certificates and pin them.`,
      )
    const own = read.list.pointers.find((p) => p.kind === 'list-of-lists' && p.territory === source.territory)
    if (own !== undefined && source.location !== '' && own.location !== source.location)
      this.#findings.note(
        source.name,
        'location-moved',
        `The list of lists says that it is published at ${own.location.slice(0, 200)}; the setting says ${source.location}.`,
      )
  }

  #addNationalList(source: ListSource, pointer: ListPointer, files: readonly ListFile[], surveyed: readonly SurveyedFile[]): void {
    const { territory } = pointer
    const before = this.#taken.get(territory)
    if (before !== undefined) {
      this.#refuse(
        source,
        territory,
        'LIST_TERRITORY_TAKEN',
        `The list of ${territory} is brought by ${before} already; leave the territory out of one of the two sources.`,
      )
      return
    }
    const contenders = [
      ...files
        .filter((f) => f.promised?.kind === 'trusted-list' && f.promised.territory === territory)
        .map((file) => ({ file, sequenceNumber: null })),
      ...surveyed.filter((one) => one.kind === 'trusted-list' && one.territory === territory),
    ]
    if (contenders.length === 0) {
      this.#refuse(source, territory, 'LIST_MISSING', `There is no list of ${territory}.`)
      return
    }
    const best = chooseBestList(
      { id: territory, source: source.name, territory },
      contenders,
      (read, issue) => ({ signature: acceptNationalList(read, pointer, issue, this.#context.cache), origin: null }),
      this.#context,
      this.#findings,
    )
    if (best === null) return
    this.#taken.set(territory, source.name)
    this.#keepNationalList(source, pointer, best)
  }

  #keepNationalList(
    source: ListSource,
    { territory, location }: ListPointer,
    { read, accepted, remembered }: BestList<{ signature: ListSignature }>,
  ): void {
    this.#accepted.set(territory, remembered)
    const content = contentOfList(read.list, territory, this.#context.cache)
    const place = { id: territory, listOfLists: idOfListOfLists(source), location, services: content.services.length }
    this.#keep(this.#factsOf(source, place, read, accepted.signature), content)
    this.#used.push({ source: source.name, promise: { kind: 'trusted-list', territory }, digest: read.digest, file: read.file })
    if (content.unreadable > 0)
      this.#findings.note(
        source.name,
        'unreadable-certificates',
        `The list of ${territory} holds certificates that cannot be read (${content.unreadable}); they are not used as anchors.`,
      )
    const [first, ...others] = silentServices(read.list)
    if (first !== undefined) {
      const more = others.length === 0 ? '' : ` ${others.length} more are like it.`
      this.#findings.note(
        source.name,
        'unreadable-services',
        `The service ${first.place} of the list of ${territory} says nothing: ${first.reason}${more}`,
      )
    }
  }

  #keep(facts: AcceptedListFacts, { services, certificates }: Omit<TrustContent, 'sources'>): void {
    this.#lists.push(facts)
    this.#contents.push({ sources: [sourceOfList(facts)], services, certificates })
  }

  #factsOf(
    source: ListSource,
    place: Pick<AcceptedListFacts, 'id' | 'listOfLists' | 'location' | 'services'>,
    { list, digest, file }: ReadList,
    { signer }: ListSignature,
  ): AcceptedListFacts {
    const { algorithm, size } = signer.facts.publicKey
    if (algorithm === 'RSA' && size !== null && size < STRONG_RSA_BITS)
      this.#findings.note(source.name, 'weak-signer-key', `The list of ${list.territory} is signed with an RSA key of ${size} bits.`)
    const { territory, version, sequenceNumber, issued, nextUpdate } = list
    return {
      ...place,
      ...{ territory, version, sequenceNumber, issued, nextUpdate, digest },
      source: source.name,
      kind: list.kind === 'list-of-lists' ? 'list-of-lists' : 'trusted-list',
      signer: signerOf(signer),
      entries: entriesOf(list),
      file: file.name,
      origin: file.origin,
    }
  }

  /** Lists in the folder that the list of lists does not announce: of another list of lists, or of a country that left. */
  #noteStrangers(source: ListSource, surveyed: readonly SurveyedFile[], pointers: readonly ListPointer[]): void {
    for (const { file, kind, territory } of surveyed) {
      const announced =
        kind === 'trusted-list'
          ? pointers.some((p) => p.territory === territory)
          : kind === 'list-of-lists' && territory === source.territory
      const what = kind === 'list-of-lists' ? 'list of lists' : 'list'
      if (!announced)
        this.#findings.note(
          source.name,
          'unknown-file',
          `${file.name} is a ${what} of ${territory.slice(0, 20)}, which ${source.name} does not announce.`,
        )
    }
  }

  #refuse(source: ListSource, territory: string, code: 'LIST_MISSING' | 'LIST_TERRITORY_TAKEN', message: string): void {
    this.#findings.refuse(source.name, territory, null, new TrustedListError(code, message))
  }
}

/** Services that say nothing of the present: unreadable ones, and those with a critical extension that is not understood. */
function silentServices({ services, unreadable }: TrustedList): readonly UnreadableService[] {
  const notUnderstood = services.flatMap(({ place, instances: [current] }) =>
    (current?.unknownCriticalExtensions ?? []).map((name) => ({
      place,
      reason: `Its critical extension ${name.slice(0, 60)} is not understood.`,
    })),
  )
  return [...unreadable, ...notUnderstood]
}

function signerOf(signer: ListSignature['signer']): ListSigner {
  const { id, subject, notAfter } = signer.facts
  return { certificate: id, name: subject.text, notAfter }
}
