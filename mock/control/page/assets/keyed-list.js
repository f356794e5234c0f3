/**
 * A list on the page whose items stay what they are, open or focused, while others come and go.
 * @template Item
 * @param {Element} list
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} render
 * @returns {(items: readonly Item[]) => void} shows items, in their order.
 */
export const keyedList = (list, keyOf, render) => {
  /** @type {ReadonlyMap<string, HTMLElement>} */
  let shown = new Map()
  return (items) => {
    const next = new Map(items.map((item) => [keyOf(item), shown.get(keyOf(item)) ?? render(item)]))
    for (const [key, element] of shown) if (!next.has(key)) element.remove()
    for (const [place, element] of [...next.values()].entries()) {
      const there = list.children[place] ?? null
      if (there !== element) list.insertBefore(element, there)
    }
    shown = next
  }
}
