// The search: over every chapter, heading, operation and event of the page. It listens before Redoc is loaded.

const pages = JSON.parse(document.getElementById('pages').textContent)

/** Markdown as plain text on one line, without headings, targets of links and borders of tables. */
const plain = (markdown) =>
  markdown
    .replaceAll(/^#+ .*$|^\|[-|]+$/gm, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[|*`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

let indexed

const fences = /^```.*?^```$/gms

const index = () => {
  indexed ??= pages.map((page) => ({
    ...page,
    name: page.title.toLowerCase(),
    words: plain(page.text.replaceAll(fences, '')),
    code: (page.text.match(fences) ?? []).join(' '),
  }))
  return indexed
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches a word by its start. Without its ending, `rotate` finds `rotating` too. */
const wordPattern = (term) => {
  const stem = term.length > 4 ? term.replace(/(e|es|s|ing|ed)$/, '') : term
  return `(?<![\\p{L}\\p{N}])${escaped(stem)}`
}

const countOf = (text, pattern) => text.match(new RegExp(pattern, 'giu'))?.length ?? 0

/** Titles count most, then how often the words stand next to each other in the text. Code only matches. */
const scoreOf = ({ name, about, place, words, code }, query, terms) => {
  const all = `${name} ${about} ${words} ${code}`
  if (!terms.every((term) => countOf(all, term) > 0)) return 0
  const inTitle = terms.filter((term) => countOf(name, term) > 0).length
  const phrase = countOf(words, terms.join('[\\p{L}\\p{N}]*[\\s-]+'))
  const single = terms.reduce((sum, term) => sum + countOf(words, term), 0)
  const isChapter = /^\/section\/[^/]+$/.test(place)
  return (
    1 +
    (name === query ? 200 : 0) +
    (name.startsWith(query) ? 50 : 0) +
    (100 * inTitle) / terms.length +
    (inTitle === terms.length ? 50 : 0) +
    (about.toLowerCase().includes(query) ? 40 : 0) +
    (countOf(all, escaped(query)) > 0 ? 30 : 0) +
    (isChapter ? 25 : 0) +
    10 * Math.min(phrase, 6) +
    Math.min(single, 10)
  )
}

/**
 * Returns the operation that owns a field: the one whose JSON has it at the lowest depth, which the
 * indent shows. Operations whose text only mentions it come last.
 */
const ownerOf = (name) => {
  const inJson = RegExp(`^ +(?="${escaped(name)}":)`, 'gm')
  const depthOf = ({ about, text }) => {
    if (!about.includes(' /')) return Number.POSITIVE_INFINITY
    const mentioned = text.includes(`\`${name}\``) ? 99 : Number.POSITIVE_INFINITY
    return Math.min(mentioned, ...(text.match(inJson) ?? []).map((indent) => indent.length))
  }
  const [owner] = pages
    .map(({ place, ...page }) => ({ place, depth: depthOf(page) }))
    .sort((a, b) => (a.depth < b.depth ? -1 : Number(a.depth > b.depth)))
  return Number.isFinite(owner.depth) ? owner.place : undefined
}

const find = (text) => {
  const query = text.trim().toLowerCase()
  const owner = ownerOf(text.trim())
  const terms = query.split(/\s+/).filter(Boolean).map(wordPattern)
  if (terms.length === 0) return []
  return index()
    .map((page) => ({
      page,
      terms,
      score: scoreOf(page, query, terms) + (page.place === owner ? 150 : 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
}

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** The words around the first match, with every match marked. */
const snippet = ({ words }, terms) => {
  const pattern = new RegExp(`(${terms.map((term) => `${term}[\\p{L}\\p{N}]*`).join('|')})`, 'giu')
  const first = Math.max(words.search(pattern), 0)
  const start = first < 60 ? 0 : words.indexOf(' ', first - 60) + 1
  const cut = words.slice(start, start + 160).split(pattern)
  return cut.map((piece, i) => (i % 2 === 1 ? element('mark', {}, piece) : piece))
}

const result = ({ page, terms }) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: `#${page.place}` },
      element('strong', {}, page.title),
      ' ',
      element('span', { className: 'about' }, page.about),
      element('span', { className: 'snippet' }, ...snippet(page, terms)),
    ),
  )

/** On a phone, the menu with the search button covers the page. */
const closeMenu = () => {
  const [toggle, search] = ['[data-testid=floating-button]', '.open-search'].map((name) =>
    document.querySelector(name),
  )
  if (toggle?.checkVisibility() && search?.checkVisibility()) toggle.click()
}

/** Moves the focus to the heading of a section as soon as Redoc shows it. */
const focusOn = (place, attempts = 40) => {
  const heading = document.querySelector(`[data-section-id="${place}"] :is(h1, h2)`)
  if (!heading && attempts > 0) setTimeout(focusOn, 50, place, attempts - 1)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

const create = () => {
  const input = element('input', {
    type: 'search',
    placeholder: 'Search the docs',
    autocomplete: 'off',
  })
  input.setAttribute('aria-label', 'Search the docs')
  const list = element('ul', {})
  const status = element('p', { role: 'status' })
  const dialog = element('dialog', { id: 'search' }, input, status, list)
  dialog.setAttribute('aria-label', 'Search')
  input.addEventListener('input', () => {
    const found = find(input.value)
    list.replaceChildren(...found.map(result))
    const missing = input.value.trim() !== '' && found.length === 0
    status.textContent = missing ? `No results for “${input.value.trim()}”.` : ''
  })
  dialog.addEventListener('click', (event) => {
    const result = event.target.closest('a')
    if (event.target === dialog || result) dialog.close()
    if (!result) return
    closeMenu()
    focusOn(decodeURIComponent(result.hash.slice(1)))
  })
  dialog.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement)
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
  })
  document.body.append(dialog)
  return dialog
}

const open = () => {
  const dialog = document.getElementById('search') ?? create()
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector('input').select()
}

addEventListener(
  'keydown',
  (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // Redoc has a search of its own, which finds no headings.
    event.stopImmediatePropagation()
    if (document.body) open()
    else addEventListener('DOMContentLoaded', open, { once: true })
  },
  { capture: true },
)

addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('.open-search')) open()
})
