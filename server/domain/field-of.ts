/** A field as errors name it: `shipTo.email`, `products[0].sku`, `body` for the whole. */
export const fieldOf = (path: readonly PropertyKey[]): string => {
  let field = ''
  for (const step of path)
    field += typeof step === 'number' ? `[${step}]` : `${field && '.'}${String(step)}`
  return field || 'body'
}
