/** Where an invite's pages are, as browsers see them. */
export type Paths = Record<'landing' | 'products' | 'cart' | 'checkout' | 'done', string>

/**
 * The paths of an invite's pages. What the landing page shows is shown at `products` too, which is
 * where a changed cart leads: who comes back from there has not opened the invite anew.
 * @param base what every path begins with.
 */
export const pathsOf = (base: string, slug: string): Paths => {
  const landing = `${base}/i/${slug}`
  return {
    landing,
    products: `${landing}/products`,
    cart: `${landing}/cart`,
    checkout: `${landing}/checkout`,
    done: `${landing}/done`,
  }
}
