const separator = /[-_./\s]/

/** Returns the length of the common prefix, which ends with a separator. */
const sharedPrefixLength = (texts: readonly string[]): number => {
  const [first = '', ...others] = texts
  let length = 0
  for (const [i, character] of [...first].entries()) {
    if (others.some((other) => [...other][i] !== character)) break
    if (separator.test(character)) length = i + 1
  }
  return length
}

const reversed = (text: string): string => [...text].toReversed().join('')

/**
 * Returns the parts of a product's SKUs that differ: `BLK-S` and `FOR-M` for `TEE-BLK-S` and
 * `TEE-FOR-M`. The contract has no other name for a variant. A single SKU gets an empty label.
 */
export const variantLabels = (skus: readonly string[]): string[] => {
  if (skus.length < 2) return skus.map(() => '')
  const start = sharedPrefixLength(skus)
  const rest = skus.map((sku) => [...sku].slice(start).join(''))
  const end = sharedPrefixLength(rest.map(reversed))
  const labels = rest.map((text) => [...text].slice(0, end === 0 ? undefined : -end).join(''))
  return labels.includes('') ? [...skus] : labels
}
