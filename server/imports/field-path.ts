/** Formats a field's path for error messages: `shipTo.email`, `products[0].sku`, or `body` for the whole body. */
export const fieldPath = (path: readonly PropertyKey[]): string => {
  let field = ''
  for (const step of path)
    field += typeof step === 'number' ? `[${step}]` : `${field && '.'}${String(step)}`
  return field || 'body'
}
