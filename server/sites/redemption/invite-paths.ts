/** The paths of an invite's pages in browsers. */
export type InvitePaths = Record<'landing' | 'products' | 'cart' | 'checkout' | 'done', string>

/**
 * Returns the paths of an invite's pages. `landing` and `products` show the same page. A cart change
 * redirects to `products`, so that it does not count as another view of the invite.
 * @param base the prefix of every path.
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
