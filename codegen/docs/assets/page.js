// What Redoc leaves out: colours for the code in chapters, buttons to copy code and pages, and roles for screen readers.

const words = {
  python: 'def|import|return|from|and|or|not|with|for|in|if|lambda',
  ts: 'import|from|export|const|async|await|return|if|for|throw|new|function|yield|typeof',
  sh: 'export|curl|npm',
}

const strings = '"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`'

/** What is coloured in a language; of two that begin at one place, the first. */
const tokens = (language) => {
  const marks = language === 'python' || language === 'sh' ? '#' : '//'
  const keywords = words[language === 'js' ? 'ts' : language] ?? '(?!)'
  return new RegExp(
    `(?<comment>/\\*[^]*?\\*/|(?<![^\\s])${marks}.*)|(?<string>"""[^]*?"""|${strings})|(?<keyword>\\b(?:${keywords})\\b)|(?<number>\\b\\d+\\b)`,
    'g',
  )
}

const highlights = new Map()

const highlightOf = (kind) => {
  const known = highlights.get(kind)
  if (known) return known
  const made = new Highlight()
  highlights.set(kind, made)
  CSS.highlights.set(`token-${kind}`, made)
  return made
}

const colour = (text, language) => {
  if (!('highlights' in CSS) || language === 'http') return
  for (const found of text.data.matchAll(tokens(language))) {
    const [kind] = Object.entries(found.groups).find(([, part]) => part !== undefined)
    const range = new StaticRange({
      startContainer: text,
      startOffset: found.index,
      endContainer: text,
      endOffset: found.index + found[0].length,
    })
    highlightOf(kind).add(range)
  }
}

const newButton = (className, label) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = label
  return button
}

/** Returns a button that copies a text. */
const copyButton = (className, label, read) => {
  const button = newButton(className, label)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(read())
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = label
    }, 1500)
  })
  return button
}

const dressCode = (block) => {
  const text = block.firstChild
  if (!(text instanceof Text)) return
  colour(text, block.getAttribute('data-language'))
  block.append(copyButton('copy-code', 'Copy', () => text.data))
}

const pages = JSON.parse(document.getElementById('pages').textContent)

/** Returns the Markdown of a chapter with its headings, an operation or an event. */
const markdownOf = (place) =>
  pages
    .filter((page) => page.place === place || page.place.startsWith(`${place}/`))
    .map(({ text }) => text)
    .join('\n\n')

const copyPageButton = (place) =>
  copyButton('copy-page', 'Copy page as Markdown', () => markdownOf(place))

/** Chapters get a button to copy them. That of operations replaces Redoc's, which copies YAML. */
const addCopyPageButtons = () => {
  for (const heading of document.querySelectorAll('#redoc .heading-anchor[id^="section/"]'))
    if (heading.id.split('/').length === 2 && !heading.nextElementSibling?.matches('.copy-page'))
      heading.after(copyPageButton(`/${heading.id}`))
  for (const actions of document.querySelectorAll(
    '[data-testid=page-actions]:not(:has(.copy-page))',
  ))
    actions.append(copyPageButton(actions.closest('[data-section-id]').dataset.sectionId))
}

/** Redoc shows the method and path beside the samples, which follow the whole request on narrow screens. */
const addEndpoints = () => {
  for (const operation of document.querySelectorAll('[data-item-kind]:not(:has(.endpoint))')) {
    const { about } = pages.find(({ place }) => place === operation.dataset.sectionId) ?? {}
    if (!about?.includes(' /')) continue
    const endpoint = document.createElement('code')
    endpoint.className = 'endpoint'
    endpoint.textContent = about
    operation.querySelector('h2')?.closest('[data-testid=middle-panel]').append(endpoint)
  }
}

/** Names the section in the tab and the history. */
const setTitle = () => {
  const place = decodeURIComponent(location.hash.slice(1))
  const { title } = pages.find((page) => page.place === place) ?? pages[0]
  document.title = title === pages[0].title ? title : `${title} · ${pages[0].title}`
}

/** Redoc's headings of chapters and of their sections are all of the second level. */
const levels = {
  '[data-section-id^="/section/"] > [data-section-id] h2': 3,
  '[data-section-id^="/section/"] h3': 4,
  // The parts of an operation follow its heading, which is of the second level.
  '#api-content h4': 3,
  '#api-content h5': 4,
}

const addSearchButton = () => {
  const own = document.querySelector('[data-testid=search-trigger]:first-child')
  if (!own) return
  const button = newButton('open-search', 'Search')
  const shortcut = document.createElement('kbd')
  shortcut.textContent = navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl+K'
  button.append(shortcut)
  own.before(button)
}

/** Sections come into the page as one scrolls to them. */
const dress = () => {
  addCopyPageButtons()
  addEndpoints()
  addSearchButton()
  const bare = 'pre[data-language]:not(:has(.copy-code), [data-language=text])'
  for (const block of document.querySelectorAll(bare)) dressCode(block)
  for (const drawing of document.querySelectorAll('pre[data-language=text]:not([role])')) {
    drawing.setAttribute('role', 'figure')
    drawing.setAttribute('aria-label', 'Diagram')
    // What may be wider than a phone is scrolled with keys, too.
    drawing.tabIndex = 0
  }
  const menu = document.querySelector('.menu-content:not([role])')
  menu?.setAttribute('role', 'navigation')
  menu?.setAttribute('aria-label', 'Contents')
  // Redoc's label hides the name of the selected example.
  for (const button of document.querySelectorAll('button[aria-label="Example"]'))
    button.removeAttribute('aria-label')
  for (const [selector, level] of Object.entries(levels))
    for (const heading of document.querySelectorAll(`${selector}:not([aria-level])`))
      heading.setAttribute('aria-level', level)
}

// A link to a fragment would be an address of Redoc.
document.querySelector('.skip-link').addEventListener('click', (event) => {
  event.preventDefault()
  const content = document.querySelector('main')
  content.tabIndex = -1
  content.focus()
})

addEventListener('load', () => {
  dress()
  setTitle()
  // Redoc also changes the address while one scrolls.
  globalThis.navigation?.addEventListener('currententrychange', setTitle)
  // At once, not with the next frame: screen readers may read a section before it is shown.
  new MutationObserver(dress).observe(document.body, { childList: true, subtree: true })
})
