import { ImportFileError } from './import-file-error.ts'

type Column = { name: string; required: boolean; about: string }

const column = (name: string, about: string): Column => ({ name, required: false, about })
const required = (name: string, about: string): Column => ({ name, required: true, about })

/** The columns of a table of orders. Where a name has a dot, the field is inside another. */
export const columns: readonly Column[] = [
  required('sourceOrderNumber', 'the provider’s number; rows of one order follow one another'),
  required('sku', 'what was ordered, attached to the campaign; a row for each line'),
  required('quantity', 'how many of it, 1 to 100000'),
  required('shipTo.firstName', 'the recipient'),
  required('shipTo.lastName', ''),
  required('shipTo.email', ''),
  required('shipTo.street1', ''),
  required('shipTo.city', ''),
  required('shipTo.zip', ''),
  required('shipTo.country', ''),
  column('shipTo.street2', ''),
  column('shipTo.state', ''),
  column('shipTo.phone', ''),
  column('shipTo.companyName', ''),
  column('campaignId', 'the campaign; unset: --campaign'),
  column('status', 'AWAITING_SHIPMENT (if unset), SHIPPED, CANCELLED or RETURNED'),
  column('orderDate', 'a day or a time in ISO 8601; unset: when it is imported'),
  column('shipDate', 'when it shipped; unset: when that is imported'),
  column('trackingNumber', 'the carrier’s number of the parcel'),
  column('carrierCode', 'the carrier, such as ups'),
  column('deliveredAt', 'when it arrived'),
  column('notes', 'for the warehouse'),
]

/** The columns that belong to a line of an order, not to the order. */
export const lineColumns: ReadonlySet<string> = new Set(['sku', 'quantity'])

/**
 * Reads a table's first row.
 * @throws {ImportFileError} when it does not name columns of orders, each once, the required ones all.
 */
export const readHeader = (fields: readonly string[]): string[] => {
  const names = fields.map((field) => field.trim())
  const known = new Set(columns.map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new ImportFileError(
      `the first line must name the columns, separated by commas; there is no column ${JSON.stringify(unknown[0])}`,
    )
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new ImportFileError(`the column ${twice} is there twice`)
  const missing = columns.filter(({ name, required }) => required && !names.includes(name))
  if (missing.length > 0) {
    const list = missing.map(({ name }) => name).join(', ')
    throw new ImportFileError(`the first line must name the columns; there is no ${list}`)
  }
  return names
}
