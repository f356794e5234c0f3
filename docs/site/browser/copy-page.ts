import { allSections, copyButton, headingOf, titleOf } from './elements.ts'

/** Adds a button to chapters, operations and events that copies their Markdown from `/docs.md`. */
export const addCopyPageButtons = (): void => {
  if (location.protocol === 'file:') return
  for (const section of allSections()) {
    const isPart = section.id.split('/').length > 2
    if (isPart || section.matches('.tag, #start') || section.id.startsWith('tutorial/')) continue
    const button = copyButton('copy-page', 'Copy as Markdown', () => markdownOf(section))
    headingOf(section)?.before(button)
  }
}

/** Returns a part of the Markdown reference: from its anchor to the next heading of its level. */
const markdownOf = async (section: Element): Promise<string> => {
  const about = section.getAttribute('data-about')
  const anchor = about === 'event' ? titleOf(section) : section.id.replace('operation/', '')
  const response = await fetch('docs.md')
  const text = await response.text()
  const [, after = ''] = text.split(`<a id="${anchor}"></a>`)
  const [level = '##'] = /^#+/m.exec(after) ?? []
  const [own = ''] = after.trim().split(new RegExp(`\\n(?=#{2,${level.length}} )`))
  return own.replaceAll(/^<a id=.*$\n*/gm, '').trim()
}
