import { rememberLanguage, watchCode } from './code.ts'
import { followReader } from './contents.ts'
import { copyFrom, titleOf } from './elements.ts'
import { addSearch } from './search.ts'
import { addRequests } from './try-it.ts'

// A feature that fails leaves the others.
const features = [
  rememberLanguage,
  watchCode,
  followReader,
  startCopyPageButtons,
  addSearch,
  addRequests,
]
for (const start of features)
  try {
    start()
  } catch (error) {
    reportError(error)
  }

/** Lets the buttons of chapters, operations and events copy their Markdown from `/docs.md`. */
function startCopyPageButtons(): void {
  // A page of a disk cannot read other files.
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy-page'))
    if (location.protocol === 'file:') button.remove()
    else copyFrom(button, () => markdownOf(button.closest('section')))
}

/** Returns a part of the Markdown reference: from its anchor to the next heading of its level. */
async function markdownOf(section: Element | null): Promise<string> {
  if (!section) return ''
  const about = section.getAttribute('data-about')
  const anchor = about === 'event' ? titleOf(section) : section.id.replace('operation/', '')
  const response = await fetch('docs.md')
  const text = await response.text()
  const [, after] = text.split(`<a id="${anchor}"></a>`)
  if (after === undefined) throw new Error(`docs.md has no ${anchor}`)
  const [level = '##'] = /^#+/m.exec(after) ?? []
  const [own = ''] = after.trim().split(new RegExp(`\\n(?=#{2,${level.length}} )`))
  return own.replaceAll(/^<a id=.*$\n*/gm, '').trim()
}
