import MiniSearch from 'minisearch'
import { stopWords, synonyms } from './synonyms.ts'

/** What the search finds: a chapter, a section of one, an operation or an event. */
export type Entry = {
  /** The fragment that leads to it. */
  id: string
  title: string
  /** The chapter of a section, `GET /v1/orders/list`, or `event`. */
  about: string
  fields: string
  text: string
}

/** Returns a function that finds entries by the words of a reader, the best first. */
export const createSearch = (entries: readonly Entry[]): ((query: string) => Entry[]) => {
  const index = new MiniSearch<ReturnType<typeof indexed>>({
    fields: ['title', 'name', 'synonyms', 'about', 'fields', 'text'],
    processTerm: (term) => stemmed(term.toLowerCase()),
    searchOptions: {
      boost: { title: 6, name: 4, synonyms: 7, about: 2 },
      boostDocument: (id) => weights.get(id) ?? 1,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 3 ? 0.3 : false),
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  })
  index.addAll(entries.map(indexed))
  const weights = new Map(entries.map((entry) => [entry.id, weightOf(entry)]))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return (query) => {
    const wanted = query.trim().toLowerCase()
    // Two messages can differ in case and spaces alone.
    const same = entries.filter(({ title }) => title === query.trim())
    const exact = entries.filter((entry) =>
      namesOf(entry).some((name) => bare(name) === bare(wanted)),
    )
    const words = wanted.split(/\s+/).filter((word) => !stopWords.has(word))
    const text = words.join(' ') || wanted
    const found = [
      ...index.search(text, { combineWith: 'AND', fields: ['title', 'name', 'synonyms', 'about'] }),
      ...index.search(text, { combineWith: 'AND' }),
      ...index.search(text, { combineWith: 'OR' }),
    ]
    const others = found.flatMap(({ id }) => byId.get(id) ?? [])
    return [...new Set([...same, ...exact, ...others])].slice(0, 20)
  }
}

function indexed(entry: Entry) {
  const [kind, name = ''] = entry.id.split('/')
  return {
    ...entry,
    name: kind === 'operation' ? name : '',
    synonyms: synonyms[entry.id] ?? '',
  }
}

/** Chapters explain what operations do. Readers search for events less often. */
function weightOf({ id, about }: Entry): number {
  if (about === 'event') return 0.6
  if (about === 'Error messages') return 0.3
  const [kind, , isPart] = id.split('/')
  if (kind === 'tag') return 0.8
  if (kind === 'section') return isPart ? 0.8 : 1.4
  return 1
}

/** Returns the names that identify an entry: operationId, method and path, path, or title. */
function namesOf({ id, title, about }: Entry): string[] {
  const [, path = about] = about.split(' ')
  return [id.split('/').at(-1) ?? '', about, path, title]
}

/** Returns a name without articles, spaces and case: `Get an order` and `getOrder` are alike. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/\b(a|an|the)\b|[\s_-]/g, '')
}

/** Removes common endings, so that `rotate` finds `rotating`. */
function stemmed(word: string): string {
  return word.length > 4 ? word.replace(/ies$/, 'y').replace(/(ing|ed|es|s|e)$/, '') : word
}
