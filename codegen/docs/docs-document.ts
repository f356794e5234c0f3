import { type Document, methods, type PathItem } from '../model/document.ts'
import { resolve } from '../model/follow.ts'
import { readOperations } from '../model/model.ts'
import { sections, slug } from '../reference/markdown.ts'
import { linkList } from '../reference/reference.ts'
import { codeSamples, serverAddress } from '../samples/samples.ts'

/** An object in a document. */
type Part = Record<string, unknown>

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys whose values are data, not parts of the document. */
const holdsData = new Set(['example', 'value', 'default', 'enum', 'const'])

/**
 * Maps every object of a document, outermost first.
 * @param change called with the object and the key of its list, such as `responses` or `properties`.
 */
const mapParts = (
  value: unknown,
  change: (part: Part, listedUnder: string) => Part,
  name = '',
  listedUnder = '',
): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapParts(each, change, '', name))
  if (!isPart(value) || (holdsData.has(name) && listedUnder !== 'properties')) return value
  return Object.fromEntries(
    Object.entries(change(value, listedUnder)).map(([key, part]) => [
      key,
      mapParts(part, change, key, name),
    ]),
  )
}

/** Returns the names of the headers that every response has. On the page they would hide the others. */
const commonHeaders = (document: Document): string[] => {
  const [first = {}, ...rest] = Object.values(document.paths ?? {})
    .flatMap((item) => methods.flatMap((method) => Object.values(item[method]?.responses ?? {})))
    .flatMap((part) => resolve(document, part)?.headers ?? {})
  return Object.keys(first).filter((name) => rest.every((headers) => name in headers))
}

const withoutHeaders = ({ headers, ...part }: Part, names: readonly string[]): Part => {
  const others = Object.entries(Object(headers)).filter(([name]) => !names.includes(name))
  return others.length > 0 ? { ...part, headers: Object.fromEntries(others) } : part
}

/** Adds links to the previous and the next chapter at the end of each. */
const withPreviousNext = (text: string): string => {
  const [introduction = '', ...chapters] = sections(text, /^(?=# )/gm)
  const titles = chapters.map((chapter) => /^# (.*)$/m.exec(chapter)?.[1] ?? '')
  const link = (title: string, label: string) => `[${label}](#section/${slug(title)})`
  const linked = chapters.map((chapter, i) => {
    const [previous, next] = [titles[i - 1], titles[i + 1]]
    const links = [
      previous === undefined ? '[← Start](#/)' : link(previous, `← ${previous}`),
      ...(next === undefined ? [] : [link(next, `${next} →`)]),
    ]
    return `${chapter.trim()}\n\n<span class="previous-next">${links.join(' ')}</span>`
  })
  return [introduction.trim(), ...linked].join('\n\n')
}

/** Gives each event its name as the title. */
const titledByName = ({ webhooks = {} }: Document): Record<string, PathItem> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, { post, ...item }]) => [
      name,
      post ? { ...item, post: { ...post, summary: name } } : item,
    ]),
  )

/**
 * Returns the document for the docs page: with samples, links, which Redoc does not show, and the
 * server's URL. Without common headers, and without sources and patterns, which the search would find.
 * @param logo its URL.
 */
export const docsDocument = (document: Document, logo: string): unknown => {
  const samples = codeSamples(document)
  const links = new Map(
    readOperations(document).map(({ id, replies }) => [
      id,
      linkList(
        replies.flatMap((reply) => reply.links),
        (operationId) => `#operation/${operationId}`,
      ),
    ]),
  )
  const names = commonHeaders(document)
  const change = (given: Part, listedUnder: string): Part => {
    const { 'x-provenance': _, ...part } =
      listedUnder === 'responses' ? withoutHeaders(given, names) : given
    if (typeof part.pattern === 'string') delete part.pattern
    const id = String(part.operationId)
    if ('responses' in part && samples.has(id)) part['x-codeSamples'] = samples.get(id)
    const list = 'responses' in part ? (links.get(id) ?? []) : []
    if (list.length > 0)
      part.description = [String(part.description ?? '').trim(), ...list].join('\n')
    return part
  }
  const [server] = document.servers ?? []
  const { variables: _, ...resolvedServer } = { ...server, url: serverAddress(document) }
  const { description } = document.info
  const info = {
    ...document.info,
    ...(description ? { description: withPreviousNext(description) } : {}),
    'x-logo': { url: logo, altText: document.info.title, href: '#/' },
  }
  const webhooks = titledByName(document)
  return mapParts({ ...document, info, servers: [resolvedServer], webhooks }, change)
}
