import type { Offer } from '../../../store/redemption/offers.ts'

type Variant = Pick<Offer, 'title' | 'sku' | 'options'>

const areDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length

const optionsOf = ({ options }: Variant): string => JSON.stringify(Object.keys(options).toSorted())

/**
 * Returns the names of a product's options, such as `Color` and `Size`, and their values for each variant.
 * Values of different variants differ. A product with one variant has no options.
 */
export const variantNames = (
  variants: readonly Variant[],
): { options: string[]; values: string[][] } => {
  if (variants.length < 2) return { options: [], values: variants.map(() => []) }
  const options = Object.keys(variants[0]?.options ?? {})
  const values = variants.map((each) => options.map((name) => each.options[name] ?? ''))
  const haveSameOptions = new Set(variants.map(optionsOf)).size === 1
  if (haveSameOptions && areDistinct(values.map((each) => each.join(', '))))
    return { options, values }
  const titles = variants.map(({ title }) => title)
  const names = areDistinct(titles) ? titles : variants.map(({ sku }) => `Item ${sku}`)
  return { options: ['Option'], values: names.map((name) => [name]) }
}
