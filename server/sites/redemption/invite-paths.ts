/** Where an invite's pages are, as browsers see them. */
export type InvitePaths = Record<'landing' | 'products' | 'cart' | 'checkout' | 'done', string>

/**
 * The paths of an invite's pages. What the landing page shows is shown at `products` too, which is
 * where a changed cart leads: who comes back from there has not opened the invite anew.
 * @param base what every path begins with.
 */
export const invitePaths = (base: string, slug: string): InvitePaths => {
  const landing = `${base}/i/${slug}`
  return {
    landing,
    products: `${landing}/products`,
    cart: `${landing}/cart`,
    checkout: `${landing}/checkout`,
    done: `${landing}/done`,
  }
}
