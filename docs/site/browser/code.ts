import { copyFrom, element } from './elements.ts'
import { readStored, store } from './storage.ts'

/** Colors the code that comes into view, adds buttons to copy it, and lets keys scroll what is too wide. */
export const watchCode = (): void => {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) letKeysScroll(target)
  })
  const views = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      views.unobserve(target)
      colorCode(target)
      if (target.getAttribute('data-language') === 'text') continue
      const properties = { type: 'button', className: 'copy-code secondary' } as const
      const button = element('button', properties, 'Copy')
      copyFrom(button, () => target.textContent)
      target.after(button)
    }
  })
  for (const table of document.querySelectorAll('.table')) {
    table.setAttribute('role', 'group')
    table.setAttribute('aria-label', 'Table')
    sizes.observe(table)
  }
  for (const block of document.querySelectorAll('pre')) {
    sizes.observe(block)
    views.observe(block)
  }
}

/** Makes an element focusable if its content is larger than it. */
export const letKeysScroll = (element: Element): void => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  if (scrollWidth > clientWidth || scrollHeight > clientHeight)
    element.setAttribute('tabindex', '0')
  else element.removeAttribute('tabindex')
}

const strings = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\``

const keywords: Record<string, string> = {
  python: 'def|import|return|from|and|or|not|with|as|for|in|if|lambda|try|except|raise',
  typescript: 'import|from|export|const|async|await|return|if|for|throw|new|function|yield|typeof',
  sh: 'export|curl|npm|npx|jq',
}

const tokens = (language: string): RegExp => {
  const marks = language === 'python' || language === 'sh' ? '#' : '//'
  const words = keywords[/^(js|ts)$/.test(language) ? 'typescript' : language] ?? '(?!)'
  return new RegExp(
    `(?<comment>/\\*[^]*?\\*/|(?<![^\\s])${marks}.*)|(?<string>"""[^]*?"""|${strings})|(?<keyword>\\b(?:${words})\\b)|(?<number>\\b\\d+\\b)`,
    'g',
  )
}

// They paint each highlight as a selection.
const forcedColors = matchMedia('(forced-colors: active)')
forcedColors.addEventListener('change', () => CSS.highlights.clear())

/** Colors a block of code with the CSS Custom Highlight API, which adds no elements. */
export const colorCode = (block: Element): void => {
  const text = block.querySelector('code')?.firstChild
  const language = block.getAttribute('data-language') ?? 'text'
  if (!(text instanceof Text) || !('highlights' in CSS) || /^(text|http)$/.test(language)) return
  if (forcedColors.matches) return
  for (const { index, groups = {}, 0: found } of text.data.matchAll(tokens(language))) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? 'string'
    const range = new StaticRange({
      startContainer: text,
      startOffset: index,
      endContainer: text,
      endOffset: index + found.length,
    })
    const name = `token-${kind}`
    const highlight = CSS.highlights.get(name) ?? new Highlight()
    CSS.highlights.set(name, highlight.add(range))
  }
}

/** Shows every sample in the language that the reader chose last. */
export const rememberLanguage = (): void => {
  addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest(`${tabs} > summary`) : null
    if (!chosen) return
    store('local', 'language', chosen.textContent)
    show(chosen.textContent, chosen.parentElement)
  })
  const last = readStored('local', 'language')
  if (last !== undefined) show(last, null)
}

const tabs = '[aria-label="Request"] > details'

/** Opens the tabs of a language, but for one that the browser opens. */
function show(language: string, but: Element | null): void {
  for (const tab of document.querySelectorAll(tabs))
    if (tab !== but && tab.querySelector('summary')?.textContent === language)
      tab.setAttribute('open', '')
}
