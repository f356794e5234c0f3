import { exactCell } from '../imports/files/read-table.ts'

/**
 * Returns a cell that spreadsheet programs show as it is, and do not run: recipients choose the texts of orders. Programs
 * skip invisible characters before a sign, and take full-width signs for others. Phone numbers are harmless.
 */
export const spreadsheetCell = (value: string | number): unknown => {
  const text = String(value)
  if (formula.test(text) || formula.test(text.normalize('NFKC'))) return `'${text}`
  return typeof value === 'string' ? exactCell(value.trim()) : value
}

const formula = /^(?:[\t\r\n\v]|['\p{Cc}\p{Cf}\p{Z}]*(?:[=@]|[+-](?![\d ().-]*$)))/u
