import { isDeepStrictEqual } from 'node:util'
import type { CampaignId } from './ids.ts'
import { demandOf } from './inventory.ts'
import { cancel, type Order, type Shipment } from './order.ts'
import { isRejection, type Rejection } from './rejection.ts'

/** The current state of an order at its source. Undefined fields are unknown. */
export type ImportedOrder = Pick<Order, 'status'> & {
  /** Where orders are imported from, such as `file`. */
  source: string
  /** The source's own id of the order. With the source, it identifies the order. */
  sourceId: string
  /** The number at the source. Several orders may have the same one. */
  sourceOrderNumber: string
  /** When the source changed the order, in milliseconds. */
  changedAt: number | undefined
  /** The source's ids of the orders that this one comes from, by splits and merges. The nearest is first. */
  originIds: readonly string[]
  /** The source's ids of the orders that were merged into this one: of a cancelled one, those that the source has no more. */
  mergedIds: readonly string[]
  campaignId: CampaignId | undefined
  recipient: Order['recipient'] | undefined
  /** What could be read of the person. The recipient may be undefined nevertheless. */
  person: Person
  products: Order['products'] | undefined
  orderDate: string | undefined
  shipDate: string | undefined
  /** The latest time at which the parcel left. */
  leftBy: string | undefined
  deliveredAt: string | undefined
  trackingNumber: string | undefined
  carrierCode: string | undefined
  /** The tracking numbers of voided labels, if no other label is left. */
  voided: readonly string[]
  /** The tracking numbers of voided labels, if another label is left. */
  replaced: readonly string[]
  companyName: string | undefined
  notes: string | undefined
  unread: readonly Unread[]
  /** Parts that were read differently from what the source says. */
  remarks: readonly string[]
}

/**
 * A part of an order that could not be read. Only a new order needs its date, and the order of an erased person needs no
 * recipient.
 */
export type Unread = { part: 'recipient' | 'order date' | 'others'; reason: string }

/** What tells people apart. Empty texts are unknown. */
export type Person = { name: string; email: string; address: string }

const personFields = ['name', 'email', 'address'] as const

type Named = Pick<
  Order['recipient'],
  'firstName' | 'lastName' | 'email' | 'street1' | 'zip' | 'city'
>

/** Returns what tells a recipient apart. A company without a person is one, too. */
export function personOf(recipient: Named, companyName = ''): Person {
  const { firstName, lastName, email, street1, zip, city } = recipient
  const name = `${firstName} ${lastName}`.trim() || companyName
  return { name, email, address: [street1, zip, city].filter(Boolean).join(' ') }
}

/** What a source knows that says nothing of changes, labels, splits and merges. */
export const plainNews = {
  changedAt: undefined,
  originIds: [],
  mergedIds: [],
  voided: [],
  replaced: [],
  unread: [],
  remarks: [],
}

/** An order that was imported before. */
export type KnownOrder = Order & {
  /** When the source had changed the order that was imported last, in milliseconds. */
  changedAt: number | null
  /** When the order's person was erased. */
  erasedAt: string | null
  /** The units that came back, by SKU. Their parcel has left. */
  cameBack: Readonly<Record<string, number>> | null
}

/** Fields that a source may change without a change of the order's state. */
export const detailFields = [
  'recipient',
  'companyName',
  'notes',
  'shipDate',
  'deliveredAt',
  'trackingNumber',
  'carrierCode',
] as const

export type Details = Pick<Order, (typeof detailFields)[number]>

/** One step that brings our order to the source's state. If `at` is undefined, the time is now. */
export type Step =
  | { do: 'create' }
  | { do: 'void' }
  | { do: 'change-lines'; products: Order['products'] }
  | { do: 'correct'; details: Partial<Details> }
  | { do: 'ship'; shipment: Shipment; at: string | undefined }
  | { do: 'deliver'; at: string }
  | { do: 'cancel' }
  | { do: 'return' }

/** What an import does, the parts that it cannot apply, and what it leaves as it is. */
export type ImportSteps = {
  steps: readonly Step[]
  problems: readonly Rejection[]
  remarks: readonly string[]
}

/**
 * Plans the steps that bring our order to the source's state. Each part of the news is applied by itself:
 * a status needs no lines, and lines need no address. After the steps, the same input has none.
 * @param ours the order with the source's id, if it was imported before.
 */
export function planImport(ours: KnownOrder | undefined, theirs: ImportedOrder): ImportSteps {
  if (!ours) return planNew(theirs)
  const conflict = conflictOf(ours, theirs)
  if (conflict) {
    const { source, sourceId } = theirs
    const problem = { rejected: conflict, order: ours.id, source, sourceId }
    return { steps: [], problems: [problem], remarks: [] }
  }
  const problems: Rejection[] = []
  const remarks: string[] = []
  const steps: Step[] = []
  // With its label voided, the order waited: its lines may have changed before the next label was made.
  const isReplaced = theirs.replaced.includes(ours.trackingNumber ?? '')
  const hasLeft = ours.status === 'SHIPPED'
  const isUndone = hasLeft && (hasVoided(ours, theirs) || waitsAgain(ours, theirs))
  const isRepacked = hasLeft && isReplaced && hasOtherLines(ours, theirs)
  const hasArrived = ours.deliveredAt !== null
  const isVoided = ours.cameBack === null && !hasArrived && (isUndone || isRepacked)
  if (isUndone && !isVoided)
    problems.push({ rejected: ours.cameBack ? 'units-returned' : 'order-already-delivered' })
  const before = isVoided ? unshipped : ours
  if (isVoided) {
    steps.push({ do: 'void' })
    if (!isReplaced || waitsAgain(ours, theirs))
      remarks.push('The shipment was voided, so the order has not shipped: its stock is back')
  }
  const { campaignId } = ours
  if (theirs.campaignId !== undefined && theirs.campaignId !== campaignId)
    problems.push({ rejected: 'order-of-another-campaign', campaignId })
  if (hasOtherLines(ours, theirs)) {
    if (before.status === 'AWAITING_SHIPMENT')
      steps.push({ do: 'change-lines', products: theirs.products })
    else remarks.push(`Lines changed after the order was ${before.status}: they stay as they were`)
  }
  // An order whose only labels are voided has not shipped, whatever its status is.
  const status = isVoided ? 'AWAITING_SHIPMENT' : theirs.status
  const details = correctedDetails(ours, { ...theirs, status })
  if (details) steps.push({ do: 'correct', details })
  const next = happened(before, theirs)
  if (isRejection(next)) problems.push(next)
  else steps.push(...next)
  return { steps, problems, remarks }
}

function planNew(theirs: ImportedOrder): ImportSteps {
  const next = happened(unshipped, theirs)
  if (isRejection(next)) return { steps: [], problems: [next], remarks: [] }
  return { steps: [{ do: 'create' }, ...next], problems: [], remarks: [] }
}

/** Returns the conflict of the persons, if there is one. A file's number, unlike a provider's id, may be of a new order. */
function conflictOf(ours: KnownOrder, theirs: ImportedOrder) {
  if (ours.erasedAt !== null && theirs.changedAt === undefined && isNamed(theirs.person))
    return 'order-of-erased-person' as const
  return isOfAnotherPerson(ours, theirs) ? ('order-of-another-person' as const) : undefined
}

/**
 * Returns whether the person changed wholly: an id was given to another one, or a file has the wrong id. The address
 * tells people apart whose emails are not known.
 */
function isOfAnotherPerson(ours: KnownOrder, { person: theirs }: ImportedOrder): boolean {
  const known = personOf(ours.recipient, ours.companyName)
  if (ours.erasedAt !== null || !isNamed(known) || !isNamed(theirs)) return false
  const isSame = (field: keyof Person): boolean | undefined =>
    known[field] && theirs[field] ? folded(known[field]) === folded(theirs[field]) : undefined
  const found = [isSame('name'), isSame('email') ?? isSame('address')]
  return found.includes(false) && !found.includes(true)
}

function isNamed({ name, email }: Person): boolean {
  return name !== '' || email !== ''
}

function folded(text: string): string {
  return text.normalize().toLowerCase()
}

/** Returns whether the source has changed the order since. */
export function isOlder({ changedAt }: ImportedOrder, ours: KnownOrder): boolean {
  return changedAt !== undefined && ours.changedAt !== null && changedAt < ours.changedAt
}

/** Returns whether an order waits whose label was replaced, or that was marked as shipped without one. */
function waitsAgain({ trackingNumber, changedAt }: KnownOrder, theirs: ImportedOrder): boolean {
  if (theirs.status !== 'AWAITING_SHIPMENT') return false
  const isNewer = (theirs.changedAt ?? 0) > (changedAt ?? 0)
  const isUnmarked = !trackingNumber && theirs.leftBy === undefined && isNewer
  return isUnmarked || theirs.replaced.includes(trackingNumber ?? '')
}

/** Returns whether the label that we shipped with was voided, and no other is left. */
function hasVoided({ trackingNumber }: Order, { voided }: ImportedOrder): boolean {
  return voided.length > 0 && (!trackingNumber || voided.includes(trackingNumber))
}

/** Returns whether the lines of an order are others than the source's. */
export function hasOtherLines(
  ours: Order,
  theirs: ImportedOrder,
): theirs is ImportedOrder & { products: Order['products'] } {
  const { products } = theirs
  return products !== undefined && !isDeepStrictEqual(unitsOf(ours.products), unitsOf(products))
}

/** Returns the units by SKU. The order of lines does not matter. */
function unitsOf(products: Order['products']) {
  return Object.fromEntries(demandOf(products))
}

type Before = Pick<Order, 'status' | 'deliveredAt'>

const unshipped: Before = { status: 'AWAITING_SHIPMENT', deliveredAt: null }

/**
 * Returns no steps if our order is in a later state than the source's: the source's data is old. A cancelled order that
 * still waits at a provider, or waits again, would be shipped.
 */
function happened(before: Before, theirs: ImportedOrder): Step[] | Rejection {
  switch (theirs.status) {
    case 'AWAITING_SHIPMENT': {
      const wouldShip = before.status === 'CANCELLED' && theirs.changedAt !== undefined
      return wouldShip ? { rejected: 'order-already-cancelled' } : []
    }
    case 'CANCELLED':
      return cancelling(before)
    case 'SHIPPED':
    case 'RETURNED':
      return theirs.voided.length > 0 ? [] : shipping(before, theirs)
  }
}

function cancelling(before: Before): Step[] | Rejection {
  if (before.status === 'CANCELLED' || before.status === 'RETURNED') return []
  const change = cancel(before)
  return isRejection(change) ? change : [{ do: 'cancel' }]
}

function shipping(before: Before, theirs: ImportedOrder): Step[] | Rejection {
  if (before.status === 'CANCELLED') return { rejected: 'order-already-cancelled' }
  if (before.status === 'RETURNED') return []
  const steps: Step[] = []
  const { status, trackingNumber = '', carrierCode = '', shipDate, deliveredAt } = theirs
  if (before.status === 'AWAITING_SHIPMENT')
    steps.push({ do: 'ship', shipment: { trackingNumber, carrierCode }, at: shipDate })
  if (before.deliveredAt === null && deliveredAt !== undefined)
    steps.push({ do: 'deliver', at: deliveredAt })
  if (status === 'RETURNED') steps.push({ do: 'return' })
  return steps
}

/** Returns the details that the import changes. An erased person stays erased. */
function correctedDetails(ours: KnownOrder, theirs: ImportedOrder): Partial<Details> | undefined {
  const said: { [Field in keyof Details]?: Details[Field] | undefined } = {}
  if (ours.erasedAt === null) {
    said.recipient = theirs.recipient && withKnown(ours, theirs.recipient, theirs.person)
    said.companyName = theirs.companyName || undefined
    said.notes = theirs.notes
  }
  if (hasShipped(ours) && hasShipped(theirs) && theirs.voided.length === 0) {
    said.shipDate = theirs.shipDate
    said.trackingNumber = theirs.trackingNumber
    said.carrierCode = theirs.carrierCode
    if (ours.deliveredAt !== null) said.deliveredAt = theirs.deliveredAt
  }
  const changed = detailFields.filter(
    (field) => said[field] !== undefined && !isDeepStrictEqual(said[field], ours[field]),
  )
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map((field) => [field, said[field]]))
}

/**
 * Returns a recipient with what is known of those parts that the source says nothing of. Providers blank people after
 * some weeks, in part or whole.
 */
function withKnown(
  { recipient: known, companyName }: KnownOrder,
  said: Order['recipient'],
  person: Person,
): Order['recipient'] {
  const ours = personOf(known, companyName)
  const isComparable = personFields.some((field) => ours[field] !== '' && person[field] !== '')
  if (isNamed(ours) && !(isNamed(person) && isComparable)) return known
  const { firstName, lastName, street2, ...others } = known
  const { city, state, zip, country, ...contact } = others
  const isSameStreet = said.street1 === '' || folded(said.street1) === folded(known.street1)
  const kept = isSameStreet ? { ...contact, city, state, zip, country } : contact
  const given = Object.entries(said).filter(([, value]) => value !== '')
  return {
    ...said,
    ...kept,
    ...(said.street1 === '' ? { street2 } : {}),
    ...(said.firstName === '' && said.lastName === '' ? { firstName, lastName } : {}),
    ...Object.fromEntries(given),
  }
}

function hasShipped({ status }: Pick<Order, 'status'>): boolean {
  return status === 'SHIPPED' || status === 'RETURNED'
}

const day = 86_400_000

/** The range of times that an order can have: 2000 to the end of tomorrow. Times are in milliseconds. */
export function isPossibleTime(time: number, now: number): boolean {
  return time >= Date.UTC(2000) && time < (Math.floor(now / day) + 2) * day
}
