import { allSections, element, titleOf } from './elements.ts'
import { createSearch, type Entry } from './search.ts'

/** Opens the search with `/`, Ctrl+K or a button. Reads the page when it is opened first. */
export const addSearch = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>('#search')
  const [input, status, list] = ['input', 'p', 'ul'].map((each) => dialog?.querySelector(each))
  if (!dialog || !(input instanceof HTMLInputElement) || !status || !list) return
  let search: ReturnType<typeof createSearch> | undefined
  const open = () => {
    search ??= createSearch(readEntries())
    if (!dialog.open) dialog.showModal()
    input.select()
  }
  addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select')
    if (!isShortcut && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    open()
  })
  for (const button of document.querySelectorAll('.open-search'))
    button.addEventListener('click', open)
  input.addEventListener('input', () => {
    const query = input.value.trim()
    const found = query === '' ? [] : (search?.(query) ?? [])
    list.replaceChildren(...found.map((entry) => resultItem(entry, query)))
    const count = found.length === 1 ? '1 result' : `${found.length} results`
    const words = found.length === 0 ? `No results for “${query}”.` : count
    status.textContent = query === '' ? '' : words
  })
  dialog.addEventListener('click', ({ target }) => {
    const ends = target instanceof Element && target.closest('a, button')
    if (target === dialog || ends) dialog.close()
  })
  dialog.addEventListener('keydown', (event) => moveAmongResults(event, input, list))
}

const readEntries = (): Entry[] =>
  allSections().map((section) => ({
    id: section.id,
    title: titleOf(section),
    about: section.getAttribute('data-about') ?? '',
    fields: [...section.querySelectorAll('.field-list code:first-child')]
      .map((field) => field.textContent)
      .join(' '),
    text: [...section.querySelectorAll('p, li, td, pre')].map((each) => each.textContent).join(' '),
  }))

const resultItem = ({ id, title, about, text }: Entry, query: string): HTMLLIElement => {
  const place = element('span', { className: 'muted' }, about)
  const words = element('span', { className: 'snippet' }, ...snippet(text, query))
  const link = element('a', { href: `#${id}` }, element('strong', {}, title), ' ', place, words)
  return element('li', {}, link)
}

/** Returns the words around the first word of the query, which is marked. */
const snippet = (text: string, query: string): (string | Node)[] => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const stems = query.split(/[^\p{L}\p{N}]+/u).map((word) => word.slice(0, 6))
  const wanted = stems.filter((stem) => stem.length > 2).join('|') || '(?!)'
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${wanted})[\\p{L}\\p{N}]*)`, 'iu')
  const at = Math.max(plain.search(pattern), 0)
  const start = at < 60 ? 0 : plain.indexOf(' ', at - 60) + 1
  const pieces = plain.slice(start, start + 300).split(pattern)
  return pieces.map((piece, i) => (i % 2 === 1 ? element('mark', {}, piece) : piece))
}

/** Moves the focus with the arrow keys. Enter follows the first result. */
const moveAmongResults = (event: KeyboardEvent, input: HTMLInputElement, list: Element): void => {
  const links = [...list.querySelectorAll('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  if (event.key === 'Enter' && at < 0) {
    // Otherwise the button that gets the focus back would be pressed.
    event.preventDefault()
    links[0]?.click()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = links[at + step] ?? (step < 0 ? input : undefined)
  next?.focus()
}
