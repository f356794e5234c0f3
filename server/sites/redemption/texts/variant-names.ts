/** What distinguishes the variants of a product, for people. */
export type VariantNames = {
  /** The product's title: what the variants' titles have in common. */
  title: string
  /** The names of the options, such as `Color` and `Size`. */
  options: string[]
  /** The values of the options, for each variant. Values of different variants differ. */
  values: string[][]
}

type Variant = { title: string; sku: string }

/** What separates a product's title from the options, and options from each other. */
const separator = /\s+[–—-]\s+|\s*[,;:|/·(]\s*/g

const size =
  /^(?:one size|x{0,4}[sl]|m|\dx[sl]|small|medium|large|a[2-7]|\d{1,3}(?:[–/-]\d{1,3})?|[\d.]+ ?(?:ml|cl|l|oz|cm|mm|in|kg|g))$/i

const color =
  /\b(?:beige|black|blue|brown|burgundy|charcoal|coral|cream|gold|gr[ae]y|green|indigo|ivory|khaki|lilac|maroon|mint|mustard|natural|navy|ochre|olive|orange|pink|purple|red|rust|sand|silver|tan|teal|turquoise|violet|white|yellow)\b/i

/** Returns the end of the product's title and the start of the options, in titles that begin alike. */
const splitAt = (titles: readonly string[]): { end: number; start: number } | undefined => {
  const [first = '', ...others] = titles
  let shared = 0
  while (shared < first.length && others.every((other) => other[shared] === first[shared])) shared++
  return [...first.slice(0, shared).matchAll(separator)]
    .map(({ index, 0: { length } }) => ({ end: index, start: index + length }))
    .findLast(({ end }) => end > 0)
}

const optionsOf = (text: string): string[] => {
  const values = text
    .replaceAll(')', '')
    .split(separator)
    .filter((value) => value !== '')
  const [, before, last] = /^(.+) (\S+)$/.exec(values.at(-1) ?? '') ?? []
  return before !== undefined && last !== undefined && size.test(last) && !size.test(before)
    ? [...values.slice(0, -1), before, last]
    : values
}

const areDistinct = (values: readonly string[][]): boolean =>
  values.every((each) => each.length === values[0]?.length) &&
  new Set(values.map((each) => each.join('\n'))).size === values.length

const optionName = (values: readonly string[]): string => {
  if (values.every((value) => size.test(value))) return 'Size'
  return values.some((value) => color.test(value)) ? 'Color' : 'Option'
}

const named = (title: string, values: string[][]): VariantNames => ({
  title,
  options: (values[0] ?? []).map((_, i) => optionName(values.map((each) => each[i] ?? ''))),
  values,
})

/**
 * Returns the title of a product and the names of its variants, from their titles: `Tee – Black / S`
 * and `Tee – White / S` are the product `Tee` in the colors `Black` and `White`. Variants with the
 * same title are named by their whole SKU, which is all that distinguishes them.
 */
export const variantNames = (variants: readonly Variant[]): VariantNames => {
  const titles = variants.map(({ title }) => title)
  const title = titles[0] ?? ''
  if (variants.length < 2) return { title, options: [], values: variants.map(() => []) }
  const split = splitAt(titles)
  const values = split ? titles.map((each) => optionsOf(each.slice(split.start))) : []
  if (split && areDistinct(values)) return named(title.slice(0, split.end), values)
  if (new Set(titles).size === titles.length)
    return named(
      title,
      titles.map((each) => [each]),
    )
  return named(
    title,
    variants.map(({ sku }) => [`Item ${sku}`]),
  )
}
