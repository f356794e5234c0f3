import type { Document } from './document.ts'

/**
 * Appends a document's chapters (`x-chapters`) to its description, where every tool shows them.
 */
export const joinChapters = (document: Document): Document => {
  const { 'x-chapters': chapters, ...info } = document.info
  if (!chapters) return document
  const texts = [info.description, ...Object.values(chapters)].filter((text) => text !== undefined)
  const description = `${texts.map((text) => text.trim()).join('\n\n')}\n`
  return { ...document, info: { ...info, description } }
}
