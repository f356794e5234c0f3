import type { Document } from './document.ts'

/**
 * Puts a document's chapters, each of them a Markdown file that the reader has brought in, where every
 * tool looks for text: after its description.
 */
export const joinChapters = (document: Document): Document => {
  const { 'x-chapters': chapters, ...info } = document.info
  if (!chapters) return document
  const texts = [info.description, ...Object.values(chapters)].filter((text) => text !== undefined)
  const description = `${texts.map((text) => text.trim()).join('\n\n')}\n`
  return { ...document, info: { ...info, description } }
}
