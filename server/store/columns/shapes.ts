import { EventName, InventoryEvent } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import type { PricingTier } from '../../domain/shop.ts'

type Schemas = components['schemas']

const isText = (value: unknown): value is string => typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

// Checks each field explicitly, because a loop over the fields makes a page of orders slower to read.
export const isRecipient = (value: unknown): value is Schemas['Recipient'] =>
  isObject(value) &&
  isText(value.firstName) &&
  isText(value.lastName) &&
  isText(value.email) &&
  isText(value.phone) &&
  isText(value.street1) &&
  isText(value.street2) &&
  isText(value.city) &&
  isText(value.state) &&
  isText(value.zip) &&
  isText(value.country)

const isOrderLine = (value: unknown): value is Schemas['OrderLine'] =>
  isObject(value) && isText(value.sku) && typeof value.quantity === 'number'

export const isOrderLines = (value: unknown): value is Schemas['OrderLine'][] =>
  Array.isArray(value) && value.every(isOrderLine)

const isPricingTier = (value: unknown): value is PricingTier =>
  isObject(value) &&
  typeof value.minimumQuantity === 'number' &&
  (value.unitPrice === undefined || typeof value.unitPrice === 'number')

export const isPricing = (value: unknown): value is PricingTier[] =>
  Array.isArray(value) && value.every(isPricingTier)

/** Whether a value is the options of a variant. */
export const isOptions = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText)

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText)

const eventNames: ReadonlySet<unknown> = EventName.values

export const isEventNames = (value: unknown): value is Schemas['EventName'][] =>
  Array.isArray(value) && value.every((name) => eventNames.has(name))

const eventTypes: ReadonlySet<unknown> = InventoryEvent.shape.event_type.values

const isInventoryEvent = (value: unknown): value is Schemas['InventoryEvent'] =>
  isObject(value) &&
  isText(value.id) &&
  eventTypes.has(value.event_type) &&
  typeof value.quantity === 'number' &&
  (value.order_id === null || isText(value.order_id)) &&
  isText(value.created_at)

export const isInventoryEvents = (value: unknown): value is Schemas['InventoryEvent'][] =>
  Array.isArray(value) && value.every(isInventoryEvent)
