// What Redoc leaves out: colours and a button to copy for the code in chapters, and words for who listens to the page.

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

const addCopyButton = (block, text) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-code'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.data)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  block.append(button)
}

const dressCode = (block) => {
  const text = block.firstChild
  if (!(text instanceof Text)) return
  colour(text, block.getAttribute('data-language'))
  addCopyButton(block, text)
}

/** Sections come into the page as one scrolls to them. */
const dress = () => {
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
  // The parts of an operation stand right under its heading, which is of the second level.
  for (const [tag, level] of [
    ['h4', '3'],
    ['h5', '4'],
  ])
    for (const heading of document.querySelectorAll(`#api-content ${tag}:not([aria-level])`))
      heading.setAttribute('aria-level', level)
}

addEventListener('load', () => {
  dress()
  let isAsked = false
  new MutationObserver(() => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      dress()
    })
  }).observe(document.body, { childList: true, subtree: true })
})
