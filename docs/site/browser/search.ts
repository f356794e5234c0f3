import MiniSearch from 'minisearch'
import { allSections, element, titleOf } from './elements.ts'

/** Opens the search with `/`, Ctrl+K or a button. Reads the page when it is opened first. */
export const addSearch = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>('#search')
  const [input, status, list] = ['input', 'p', 'ul'].map((each) => dialog?.querySelector(each))
  if (!dialog || !(input instanceof HTMLInputElement) || !status || !list) return
  let search: ReturnType<typeof createSearch> | undefined
  const open = () => {
    search ??= createSearch(readEntries())
    if (!dialog.open) dialog.showModal()
    input.select()
  }
  addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select')
    if (!isShortcut && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    open()
  })
  for (const button of document.querySelectorAll('.open-search'))
    button.addEventListener('click', open)
  input.addEventListener('input', () => {
    const query = input.value.trim()
    const found = query === '' ? [] : (search?.(query) ?? [])
    list.replaceChildren(...found.map((entry) => resultItem(entry, query)))
    const count = found.length === 1 ? '1 result' : `${found.length} results`
    const words = found.length === 0 ? `No results for “${query}”.` : count
    status.textContent = query === '' ? '' : words
  })
  dialog.addEventListener('click', ({ target }) => {
    const ends = target instanceof Element && target.closest('a, button')
    if (target === dialog || ends) dialog.close()
  })
  dialog.addEventListener('keydown', (event) => moveAmongResults(event, input, list))
}

function readEntries(): Entry[] {
  return allSections().map((section) => ({
    id: section.id,
    title: titleOf(section),
    about: section.getAttribute('data-about') ?? '',
    fields: [...section.querySelectorAll('.field-list code:first-child')]
      .map((field) => field.textContent)
      .join(' '),
    // Drawings are text, too, and no reader looks for them.
    text: [...section.querySelectorAll('p, li, td, pre:not([data-language="text"])')]
      .map((each) => each.textContent)
      .join(' '),
  }))
}

function resultItem({ id, title, about, text }: Entry, query: string): HTMLLIElement {
  const place = element('span', { className: 'muted' }, about)
  const words = element('span', { className: 'snippet' }, ...snippet(text, query))
  const link = element('a', { href: `#${id}` }, element('strong', {}, title), ' ', place, words)
  return element('li', {}, link)
}

/** Returns the words around the first word of the query, which is marked. */
function snippet(text: string, query: string): (string | Node)[] {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const stems = query.split(/[^\p{L}\p{N}]+/u).map((word) => word.slice(0, 6))
  const wanted = stems.filter((stem) => stem.length > 2).join('|') || '(?!)'
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${wanted})[\\p{L}\\p{N}]*)`, 'iu')
  const at = Math.max(plain.search(pattern), 0)
  const start = at < 60 ? 0 : plain.indexOf(' ', at - 60) + 1
  const pieces = plain.slice(start, start + 300).split(pattern)
  return pieces.map((piece, i) => (i % 2 === 1 ? element('mark', {}, piece) : piece))
}

/** Moves the focus with the arrow keys. Enter follows the first result. */
function moveAmongResults(event: KeyboardEvent, input: HTMLInputElement, list: Element): void {
  const links = [...list.querySelectorAll('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  if (event.key === 'Enter' && at < 0) {
    // Otherwise the button that gets the focus back would be pressed.
    event.preventDefault()
    links[0]?.click()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = links[at + step] ?? (step < 0 ? input : undefined)
  next?.focus()
}

/** What the search finds: a chapter, a section of one, an operation or an event. */
type Entry = {
  /** The fragment that leads to it. */
  id: string
  title: string
  /** The chapter of a section, `GET /v1/orders/list`, or `event`. */
  about: string
  fields: string
  text: string
}

/** Returns a function that finds entries by the words of a reader, the best first. */
function createSearch(entries: readonly Entry[]): (query: string) => Entry[] {
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

/** Words that readers use for a place of the docs and that its title does not have. */
const synonyms: Readonly<Record<string, string>> = {
  start:
    'overview base server url host domain endpoint openapi swagger spec postman collection download offline',
  'section/getting-started': 'quickstart tutorial introduction begin portal sign up get an api key',
  'section/getting-started/the-mock': 'sandbox staging test environment fake server local',
  'section/getting-started/samples-in-curl-typescript-and-python':
    'sdk library client package npm install node javascript code examples',
  'section/authentication': 'auth api key bearer token credentials login header permissions scopes',
  'section/authentication/keys-and-web-pages': 'cors browser frontend origin',
  'section/authentication/what-a-401-looks-like': 'unauthorized 401 invalid wrong key',
  'section/authentication/rotating-a-key': 'rotate revoke lost leaked replace renew expire',
  'section/errors': 'status codes 400 404 405 500 failure problem',
  'section/errors/400-with-and-without-errors':
    'validation bad request invalid body message errors array list',
  'section/errors/retrying':
    'idempotency idempotent timeout duplicate double order repeat again 500',
  'section/limits': 'rate limit quota throttling budget 429 too many requests ratelimit ip address',
  'section/limits/sizes': 'maximum length size max bounds bytes payload too large',
  'section/paging':
    'pagination paginate cursor offset limit next page all results sort order newest',
  'section/paging/filters': 'query search unknown parameter',
  'section/orders-and-stock': 'order status lifecycle states backorder allocation stock inventory',
  'section/orders-and-stock/order-rules':
    'out of stock rejected not enough warehouse choose minimum oversell concurrency race split partial',
  'section/invites-and-redemption': 'redeem gift link expire expiry',
  'section/webhooks': 'events callback notification subscribe push',
  'section/webhooks/delivery':
    'webhook retry retries timeout failed dropped headers order redirect',
  'section/webhooks/rotating-a-secret': 'lost leaked webhook signing secret replace whsec',
  'section/receiving-deliveries':
    'webhook signature verify mismatch invalid hmac sha256 security replay timestamp',
  'section/receiving-deliveries/recognize-duplicates': 'deduplicate twice idempotent webhook',
  'section/receiving-deliveries/receive-on-your-own-machine':
    'localhost tunnel ngrok local development webhook listen',
  'section/receiving-deliveries/receivers': 'webhook php go python node code example',
  'section/versioning': 'changelog api version deprecation sunset v2 breaking changes',
  'section/guarantees': 'consistency reliability durability ordering sla exactly once',
  'section/guarantees/formats':
    'time zone timezone utc date format iso 8601 uuid null values encoding unicode utf-8 ids camelcase snake_case',
  'tag/contacts': 'people person employee recipient',
  'tag/order-events': 'webhook payload event types order',
  'operation/checkAuth': 'account id whoami validate test ping health',
  'operation/listProducts':
    'catalog variants sku items price images lead production time carton weight dimensions',
  'operation/listContacts': 'search find filter contacts people by email tags',
  'operation/createContact': 'add import bulk batch person employee',
  'operation/createInvite': 'send gift link email redemption url',
  'operation/listOrders': 'search find filter orders by email external id reference',
  'operation/getOrder': 'track tracking number shipment carrier where',
  'operation/createOrder':
    'place new order buy ship send checkout address postcode zip code country international',
  'operation/cancelOrder': 'refund void abort delete order',
  'operation/listInventory': 'stock levels quantity warehouse on hand available',
  'operation/createWebhook': 'subscribe add register webhook url https',
  'operation/updateWebhook': 'pause disable activate edit change webhook',
  'operation/deleteWebhook': 'unsubscribe remove webhook',
  'operation/testWebhook': 'ping try webhook',
  'operation/orderReturned': 'refund return',
}

/** Words that every text has. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and api are as at be by can could do does for from get have how i if in into is it me my of on or our should so that the their there this to use using via want was what when where which who why will with without would you your'.split(
    ' ',
  ),
)
