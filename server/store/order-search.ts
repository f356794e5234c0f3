import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { orderNamesOf } from '../domain/order-names.ts'
import { type HistoryEntry, listHistory, orderColumns } from './orders.ts'
import {
  apostrophes,
  containing,
  fold,
  list,
  long,
  ofAccount,
  ofAllAccounts,
  type Range,
  unindexed,
} from './statement.ts'
import type { Reader } from './store.ts'
import { listAttemptsOf } from './webhooks/attempts.ts'

export type OrderRecord = Awaited<ReturnType<typeof readOrderRecord>>

export type FoundOrder = Order & { account: AccountId }

/**
 * Finds orders by an order number, an id, a recipient's email address, a tracking number or a source's number; if there
 * are none, by a recipient's name, company, phone number or postal code. Newest first.
 * @param account Undefined: of all accounts, for the operator of the service.
 */
export const lookUpOrders = async (
  reader: Reader,
  text: string,
  account: AccountId | undefined,
  limit = 100,
): Promise<FoundOrder[]> => {
  // Names of scripts that are written from right to left are copied with such marks.
  const given = text.replaceAll(/\p{Bidi_Control}/gu, '').trim()
  if (given === '') return []
  const { orderNumbers, sourceNumbers, trackingNumbers } = orderNamesOf(text)
  const conditions = [
    ['orders.id', [given]],
    ['"orderNumber"', orderNumbers],
    ['orders.email_key', [given, ...orderNumbers].map(fold)],
    ['"trackingNumber"', trackingNumbers],
    ['"sourceOrderNumber"', sourceNumbers],
  ] as const
  const found = new Map<string, FoundOrder>()
  for (const [column, values] of conditions)
    for (const order of await findWhere(reader, isAmong(column, values), account, limit))
      found.set(`${order.account} ${order.id}`, order)
  if (found.size === 0) return findByPerson(reader, given, account, limit)
  const newestFirst = (a: FoundOrder, b: FoundOrder) =>
    a.orderDate < b.orderDate || (a.orderDate === b.orderDate && a.id < b.id) ? 1 : -1
  return [...found.values()].toSorted(newestFirst)
}

/**
 * Returns the orders that a number or an id names: ours, or else those with the number at their source. A number as it is
 * goes before one that it may mean.
 * @param account Undefined: of all accounts, for the operator of the service.
 */
export const findOrdersByName = async (
  reader: Reader,
  name: string,
  account: AccountId | undefined,
): Promise<FoundOrder[]> => {
  const { orderNumbers, sourceNumbers } = orderNamesOf(name)
  const conditions = [
    ['orders.id', [name]],
    ['"orderNumber"', [name]],
    ['"sourceOrderNumber"', [name]],
    ['"orderNumber"', orderNumbers],
    ['"sourceOrderNumber"', sourceNumbers],
  ] as const
  for (const [column, values] of conditions) {
    const found = await findWhere(reader, isAmong(column, values), account, 10)
    if (found.length > 0) return found
  }
  return []
}

/** Returns the orders whose parcel has a carrier's number. Several may be in one. */
export const findOrdersOfParcel = (reader: Reader, number: string, account?: AccountId) =>
  findWhere(reader, isAmong('"trackingNumber"', orderNamesOf(number).trackingNumbers), account, 100)

function isAmong(column: string, values: readonly string[]): Sql {
  return sql`${raw(column)} in ${list(values)}`
}

/** Finds orders by parts of a recipient's name, company, phone number or postal code. Reads all orders. */
async function findByPerson(
  reader: Reader,
  text: string,
  account: AccountId | undefined,
  limit: number,
): Promise<FoundOrder[]> {
  const given = text.normalize().split(/[\s,]+/)
  const words = given.filter((word) => plain(word) !== '').slice(0, maxWords)
  if (words.length === 0) return []
  // Phone numbers and postal codes are written with and without the country, spaces, dots and dashes.
  const compact = compacted(text)
  const isPhone = /^\d{7,}$/.test(compact)
  const [, letters = '', digits = compact] = /^([a-z]{1,2})(\d+)$/.exec(compact) ?? []
  const number = isPhone ? compact.slice(-8) : digits
  const numbers = ['.', ')', '-', ' '].reduce(
    (column, sign) => `replace(${column}, '${sign}', '')`,
    'lower(recipient)',
  )
  const hasNumber = sql`${raw(numbers)} like ${containing(number)} escape '\\'`
  const hasWords = join(
    words.map((word) => reader.dialect.nameContains(classesOf(word))),
    ' and ',
  )
  const condition = /\d/.test(compact) ? sql`(${hasNumber} or (${hasWords}))` : hasWords
  const found = await findWhere(reader, condition, account, limit, true)
  return found.filter(({ recipient, companyName }) => {
    const { firstName, lastName, phone, zip, country } = recipient
    if (isPhone && compacted(phone).endsWith(number)) return true
    const code = compacted(zip)
    if (code === compact || (code === digits && fold(country).startsWith(letters))) return true
    const known = plain([firstName, lastName, companyName, zip].join(' '))
    return words.every((word) => known.includes(plain(word)))
  })
}

const maxWords = 20

/**
 * Returns the letters that may stand at each place of a word: people leave accents out, and SQLite folds the case of ASCII
 * only. The letter of ASCII is the first. For a sign, such as a dash, an empty text: any may stand there.
 */
function classesOf(word: string): string[] {
  const letters = fold(word).replaceAll(apostrophe, '').slice(0, longestName)
  return Array.from(letters, (letter) => {
    if (/[^\p{L}\p{M}\p{N}]/u.test(letter)) return ''
    const same = plain(letter)
    const others = plainLetters.filter(({ bare }) => bare === same)
    const all = [letter, ...others.map((each) => each.letter)].toSorted()
    return [...new Set(all.flatMap((each) => [each, each.toUpperCase()]))].join('')
  })
}

const longestName = 100

const apostrophe = RegExp(`[${apostrophes}]`, 'g')

/** Returns a name without accents and apostrophes, and with one sign for all others. */
function plain(text: string): string {
  const letters = fold(text).replaceAll(apostrophe, '').normalize('NFKD')
  const bare = letters.replaceAll(/\p{M}/gu, '').normalize().replaceAll(/\p{P}/gu, '-')
  return bare.replaceAll('ø', 'o').replaceAll('ł', 'l').replaceAll('đ', 'd').replaceAll('ı', 'i')
}

/** The letters of European languages, up to U+017F, and a sigma at the end of a word, each with its letter without accents. */
const plainLetters = [
  ...Array.from({ length: 0x120 }, (_, i) => String.fromCodePoint(0x60 + i)),
  'ς',
].map((letter) => ({ letter, bare: plain(letter) }))

function compacted(number: string): string {
  return fold(number).replaceAll(/[\s\p{Cf}+().-]/gu, '')
}

export const listNewestOrders = (reader: Reader, account: AccountId, { limit, offset }: Range) =>
  reader.all<FoundOrder>(ofAccount(account)`
    select ${orderColumns}, orders.account_id as account from orders
    where orders.account_id = ${account} order by order_time desc, orders.id desc limit ${limit} offset ${offset}`)

function findWhere(
  reader: Reader,
  condition: Sql,
  account: AccountId | undefined,
  limit: number,
  isLong = false,
) {
  // From the accounts, so that indexes that begin with the account are used, also of all accounts. A cross join keeps the
  // order of the tables in SQLite.
  const rest = isLong
    ? sql`orders where ${condition}`
    : sql`accounts cross join orders where orders.account_id = accounts.id and ${condition}`
  const time = isLong ? raw('order_time') : unindexed('order_time')
  const found = sql`select ${orderColumns}, orders.account_id as account from ${rest}`
  const newest = sql`order by ${time} desc, orders.id desc limit ${limit}`
  const statement =
    account === undefined
      ? ofAllAccounts`${found} ${newest}`
      : ofAccount(account)`${found} and orders.account_id = ${account} ${newest}`
  return reader.all<FoundOrder>(long(statement, isLong))
}

export const readOrderRecord = async (reader: Reader, { account, ...order }: FoundOrder) => {
  const [names, history, attempts, webhooks] = await Promise.all([
    reader.first<{ account: string; campaign: string }>(ofAccount(account)`
      select accounts.name as account, campaigns.name as campaign
      from accounts join campaigns on campaigns.account_id = accounts.id
      where accounts.id = ${account} and campaigns.id = ${order.campaignId}`),
    listHistory(reader, account, order.id),
    listAttemptsOf(reader, account, order.id),
    reader.all<{ id: string; url: string }>(ofAccount(account)`
      select id, url from webhooks where account_id = ${account}`),
  ])
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]))
  return {
    order,
    account: { id: account, name: names?.account ?? '' },
    campaign: names?.campaign ?? '',
    history: await withNames(reader, account, history),
    /** Attempts to deliver its events. The URL is empty if the subscription was deleted. */
    attempts: attempts.map((attempt) => ({ ...attempt, url: urls.get(attempt.webhook) ?? '' })),
  }
}

/** Adds the names of API keys to the actors that they are. */
async function withNames(reader: Reader, account: AccountId, history: HistoryEntry[]) {
  const keys = await reader.all<{ id: string; name: string }>(ofAccount(account)`
    select id, name from api_keys where account_id = ${account}`)
  const names = new Map(keys.map(({ id, name }) => [`key ${id}`, name]))
  return history.map((entry) => {
    const name = names.get(entry.actor)
    return name === undefined ? entry : { ...entry, actor: `${entry.actor} (${name})` }
  })
}
