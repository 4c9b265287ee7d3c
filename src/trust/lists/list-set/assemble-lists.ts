import type { TrustSource } from '#model'
import type { TrustContent } from '#trust'
import { pointersToNationalLists } from '../lotl/authenticate-list-of-lists.js'
import { type AcceptedList, acceptNationalList } from '../trusted-list/accept-national-list.js'
import type { ListSignature } from '../trusted-list/list-signature.js'
import { contentOfList, type ListContent } from '../trusted-list/listed-services.js'
import type { ListPointer, TrustedList, UnreadableService } from '../trusted-list/read-trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type BestList, type ChosenListOfLists, chooseBestList, chooseListOfLists, idOfListOfLists } from './best-list.js'
import { type ListFile, type ListPromise, packList, type ReadList, type StoredList, unpackList } from './list-file.js'
import {
  type AcceptedListFacts,
  type AssemblyContext,
  Findings,
  type ListSet,
  type ListSource,
  type PinnedInUse,
  takesTerritory,
} from './list-set.js'
import { type SurveyedFile, surveyFiles } from './survey.js'

/** A source with every available file that may belong to it: downloaded, from a folder, or from the store. */
export interface SourceFiles {
  readonly source: ListSource
  readonly files: readonly ListFile[]
}

/** An accepted list: its facts and services, what is remembered about it, and the lists that the store must keep for it. */
interface TakenList {
  readonly facts: AcceptedListFacts
  readonly content: TrustContent
  readonly remembered: AcceptedList
  readonly used: readonly StoredList[]
}

/** Shorter RSA keys of signers are accepted, because an authentic list announces them, but reported. */
const STRONG_RSA_BITS = 2048

/**
 * Determines the trusted lists from the files of all sources. A list of lists is authenticated with its pinned certificates, a national list with its pointer.
 * Each list is accepted or refused independently of the others. The same files and time always give the same result. Every defect of a list is in `refusals`;
 * only errors of reading a file are thrown.
 */
export function assembleLists(inputs: readonly SourceFiles[], context: AssemblyContext): ListSet {
  const taken: TakenList[] = []
  const sources = inputs.map((input) => {
    const assembly = new SourceAssembly(input, context, taken)
    return { pinned: assembly.takeLists(), findings: assembly.findings }
  })
  return {
    lists: taken.map(({ facts }) => facts),
    refusals: sources.flatMap(({ findings }) => findings.refusals),
    notices: sources.flatMap(({ findings }) => findings.notices),
    pinned: sources.flatMap(({ pinned }) => pinned ?? []),
    contents: taken.map(({ content }) => content),
    accepted: new Map(taken.map(({ facts, remembered }) => [facts.id, remembered])),
    used: taken.flatMap(({ used }) => used),
  }
}

class SourceAssembly {
  readonly findings: Findings
  readonly #source: ListSource
  readonly #files: readonly SurveyedFile[]
  readonly #context: AssemblyContext
  /** Accepted lists, including those of the previous sources. */
  readonly #taken: TakenList[]

  constructor({ source, files }: SourceFiles, context: AssemblyContext, taken: TakenList[]) {
    this.findings = new Findings(source.name)
    this.#source = source
    this.#files = surveyFiles(source, files, context, this.findings)
    this.#context = context
    this.#taken = taken
  }

  /** Accepts the list of lists and the national lists that it announces. Returns the pinned certificates that authenticate it; null without a list of lists. */
  takeLists(): PinnedInUse | null {
    const { name, territory, territories } = this.#source
    const chosen = chooseListOfLists(this.#source, this.#files, this.#context, this.findings)
    if (chosen === null) {
      this.#refuse(territory, 'LIST_MISSING', `There is no list of lists of ${territory} (${name}) that can be used.`)
      this.#noteUnannouncedFiles(null)
      return null
    }
    const pointers = pointersToNationalLists(chosen.read.list)
    this.#takeListOfLists(chosen, pointers.length)
    const announced = chosen.read.list.pointers.filter(
      ({ kind, territory: of }) => kind === 'trusted-list' && takesTerritory(territories, of),
    )
    this.#noteOtherForms(announced, pointers)
    for (const pointer of pointers) if (takesTerritory(territories, pointer.territory)) this.#takeNationalList(pointer)
    this.#noteUnknownTerritories(pointers)
    this.#noteUnannouncedFiles([...pointers, ...announced])
    const { route, pinned } = chosen.accepted
    const signers = pinned.map(({ facts: { subject, notAfter } }) => ({ name: subject.text, notAfter }))
    return { source: name, anchors: route.anchors.name, signers }
  }

  #takeListOfLists(chosen: ChosenListOfLists, services: number): void {
    const { read, accepted } = chosen
    const { location, territory } = this.#source
    const place = { id: idOfListOfLists(this.#source), listOfLists: null, services }
    const pivots = accepted.pivots.map((pivot) => this.#usedAs({ kind: 'pivot', location: pivot.location }, pivot.read))
    this.#take(chosen, place, { services: [], certificates: [] }, [...pivots, this.#usedAs({ kind: 'list-of-lists' }, read)])
    for (const notice of accepted.route.newerNotices) {
      const which = `The list of lists names the notice ${notice.slice(0, 200)}, which is newer than the pinned one`
      this.findings.note('new-notice', `${which}; check its certificates and pin them.`)
    }
    const own = read.list.pointers.find((p) => p.kind === 'list-of-lists' && p.territory === territory)
    if (own !== undefined && location !== '' && own.location !== location) {
      const moved = `The list of lists says that it is published at ${own.location.slice(0, 200)}`
      this.findings.note('location-moved', `${moved}; the setting says ${location}.`)
    }
  }

  #takeNationalList(pointer: ListPointer): void {
    const { territory } = pointer
    const before = this.#taken.find(({ facts }) => facts.id === territory)?.facts.source
    if (before !== undefined) {
      const sentence = `The source ${before} already provides the list of ${territory}; leave the territory out of one of the two sources.`
      this.#refuse(territory, 'LIST_TERRITORY_TAKEN', sentence)
      return
    }
    const contenders = this.#files.filter((one) => one.kind === 'trusted-list' && one.territory === territory)
    if (contenders.length === 0) this.#refuse(territory, 'LIST_MISSING', `There is no list of ${territory}.`)
    const best = chooseBestList(
      { id: territory, territory },
      contenders,
      (read, issue) => ({ signature: acceptNationalList(read, pointer, issue, this.#context.cache), origin: null }),
      this.#context,
      this.findings,
    )
    if (best === null) return
    const { unreadable, ...content } = contentOfList(best.read.list, territory, this.#context.cache)
    const place = { id: territory, listOfLists: idOfListOfLists(this.#source), services: content.services.length }
    this.#take(best, place, content, [this.#usedAs({ kind: 'trusted-list', territory }, best.read)])
    this.#noteUnreadable(best.read.list, unreadable)
    if (content.services.length === 0) this.#noteUnusable(best.read.list)
  }

  #noteUnreadable(list: TrustedList, certificates: number): void {
    const { territory } = list
    if (certificates > 0) {
      const sentence = `The list of ${territory} contains certificates that cannot be read (${certificates}); they are not used as trust anchors.`
      this.findings.note('unreadable-certificates', sentence)
    }
    const [first, ...others] = unusableServices(list)
    if (first === undefined) return
    const more = others.length === 0 ? '' : ` So are ${others.length} other services.`
    this.findings.note('unreadable-services', `The service ${first.place} of the list of ${territory} is not used: ${first.reason}${more}`)
  }

  /** An accepted list without any trust anchor is probably a mistake of its operator, and no document of the territory can pass with it. */
  #noteUnusable({ territory, services }: TrustedList): void {
    const named = services.length === 0 ? 'names no service' : `names ${services.length} services, of which none can be used`
    this.findings.note('no-usable-service', `The list of ${territory} ${named}: it gives no trust anchor.`)
  }

  #take(
    { read: { list, digest }, accepted, remembered }: BestList<{ readonly signature: ListSignature }>,
    place: Pick<AcceptedListFacts, 'id' | 'listOfLists' | 'services'>,
    content: Omit<ListContent, 'unreadable'>,
    used: readonly StoredList[],
  ): void {
    const { signer } = accepted.signature
    const { territory, version, sequenceNumber, issued, nextUpdate } = list
    const { algorithm, size } = signer.facts.publicKey
    if (algorithm === 'RSA' && size !== null && size < STRONG_RSA_BITS)
      this.findings.note('weak-signer-key', `The list of ${territory} is signed with an RSA key of ${size} bits.`)
    const facts: AcceptedListFacts = {
      ...place,
      ...{ territory, version, sequenceNumber, issued, nextUpdate, digest },
      source: this.#source.name,
      kind: list.kind === 'list-of-lists' ? 'list-of-lists' : 'trusted-list',
      signer: signer.facts.id,
      signerName: signer.facts.subject.text,
      signerUntil: signer.facts.notAfter,
    }
    this.#taken.push({ facts, content: { sources: [sourceOf(facts)], ...content }, remembered, used })
  }

  /** A list in the form of the store, under the key that it is used as. */
  #usedAs(promise: ListPromise, { file }: ReadList): StoredList {
    const list = { source: this.#source.name, promise }
    if (file.stored !== undefined) return { ...file.stored, ...list }
    return packList(unpackList(file.bytes(), this.#context.limits.xml.maxBytes), { ...list, fetched: null })
  }

  /** Warns about national lists that are announced, but in no pointer as XML: they are not used, although a file may be there. */
  #noteOtherForms(announced: readonly ListPointer[], pointers: readonly ListPointer[]): void {
    const { name, territory } = this.#source
    const other = announced.filter((pointer) => !pointers.some((used) => used.territory === pointer.territory))
    if (other.length === 0) return
    const of = [...new Set(other.map((pointer) => pointer.territory.slice(0, 20)))].sort().join(', ')
    const forms = [...new Set(other.map(({ mimeType }) => mimeType.slice(0, 100) || 'none'))].join(', ')
    const sentence = `The list of lists of ${territory} (${name}) announces the national lists of ${of} in other forms than XML only (media type: ${forms})`
    this.findings.note('no-usable-service', `${sentence}: they give no trust anchor.`)
  }

  /** Warns about configured territories that are not announced. A country may leave, so this is not an error; but `GR` has no effect where lists use `EL`. */
  #noteUnknownTerritories(pointers: readonly ListPointer[]): void {
    const { name, territory: own, territories } = this.#source
    if (territories.kind === 'all') return
    const announced = pointers.map(({ territory }) => territory).sort()
    const unknown = territories.territories.filter((territory) => !announced.includes(territory))
    if (unknown.length === 0) return
    const sentence = `The list of lists of ${own} (${name}) announces no list of ${unknown.join(', ')}, which the settings name`
    this.findings.note('unknown-territory', `${sentence}; use the codes that it announces: ${announced.join(', ')}.`)
  }

  /**
   * Warns about lists in the folder that the list of lists does not announce: those of another list of lists, or of a country that left. Without a list of
   * lists (`pointers` null) there are no warnings about national lists.
   */
  #noteUnannouncedFiles(pointers: readonly ListPointer[] | null): void {
    const { name, territory: own } = this.#source
    for (const { file, kind, territory } of this.#files) {
      const ofLists = kind === 'list-of-lists'
      if (file.promised !== null || (pointers === null && !ofLists)) continue
      const announced = ofLists ? territory === own : kind === 'trusted-list' && pointers?.some((p) => p.territory === territory) === true
      const what = ofLists ? 'list of lists' : 'list'
      const sentence = `${file.name} is a ${what} of ${territory.slice(0, 20)}, which ${name} does not announce.`
      if (!announced) this.findings.note('unknown-file', sentence)
    }
  }

  #refuse(territory: string, code: 'LIST_MISSING' | 'LIST_TERRITORY_TAKEN', message: string): void {
    this.findings.refuse(territory, null, new TrustedListError(code, message))
  }
}

/** The trust source of a list for the snapshot. It does not depend on the location of the file or on the time of the check. */
function sourceOf({ id, kind, ...facts }: AcceptedListFacts): TrustSource {
  const { territory, version, sequenceNumber, issued, nextUpdate, digest, signer, listOfLists } = facts
  return { id, kind, facts: { territory, version, sequenceNumber, issued, nextUpdate, digest, signer, listOfLists } }
}

/** Services without a usable current status: unreadable ones, and those with an unknown critical extension. */
function unusableServices({ services, unreadable }: TrustedList): readonly UnreadableService[] {
  const notUnderstood = services.flatMap(({ place, instances: [current] }) =>
    (current?.unknownCriticalExtensions ?? []).map((name) => ({
      place,
      reason: `Its critical extension ${name.slice(0, 60)} is not known.`,
    })),
  )
  return [...unreadable, ...notUnderstood]
}
