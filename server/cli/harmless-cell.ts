/**
 * Returns a cell that no spreadsheet program runs: recipients choose the texts of orders. Programs skip invisible
 * characters before a sign, and take full-width signs for others. Phone numbers are harmless.
 */
export const harmlessCell = (value: string | number): string | number => {
  const text = String(value)
  return formula.test(text) || formula.test(text.normalize('NFKC')) ? `'${text}` : value
}

const formula = /^(?:[\t\r\n\v]|['\p{Cc}\p{Cf}\p{Z}]*(?:[=@]|[+-](?![\d ().-]*$)))/u
