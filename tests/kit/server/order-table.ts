const columns = [
  'sourceOrderNumber',
  'status',
  'shipTo.firstName',
  'shipTo.lastName',
  'shipTo.email',
  'shipTo.street1',
  'shipTo.city',
  'shipTo.zip',
  'shipTo.country',
  'sku',
  'quantity',
]
/** Returns a row of a table of orders. */
export const row = (number: string, more: { status?: string; sku?: string; zip?: string } = {}) => {
  const { status = '', sku = 'T', zip = 'SW1Y 4JH' } = more
  return [number, status, '"Zoë ""Z"""', 'Ó 港 🙂', 'zoe@example.com', '"1, Main St"', 'Cork', zip]
    .concat(['IE', sku, '1'])
    .join(',')
}
/** Returns a table of orders as CSV, with a byte order mark. */
export const table = (...rows: string[]) => `\ufeff${[columns.join(','), ...rows].join('\r\n')}\r\n`
/** Returns the output of an import. */
export const counts = (created: number, updated: number, unchanged: number, rejected: number) =>
  `created\t${created}\nupdated\t${updated}\nunchanged\t${unchanged}\nrejected\t${rejected}\n`
