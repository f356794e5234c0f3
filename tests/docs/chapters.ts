import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../../openapi/chapters/', import.meta.url)

/** A code block of a chapter. */
export type Block = { language: string; code: string }

export type Chapter = {
  name: string
  text: string
  blocks: readonly Block[]
  /** The text without the code blocks. */
  prose: string
}

const fence = /```(\w+)\n(.*?)```/gs

const read = (file: string): Chapter => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  return {
    name: file.replace(/\.md$/, ''),
    text,
    blocks: [...text.matchAll(fence)].map(([, language = '', code = '']) => ({ language, code })),
    prose: text.replaceAll(fence, ''),
  }
}

/** The chapters, in the order of their file names. */
export const chapters: readonly Chapter[] = readdirSync(fileURLToPath(folder))
  .filter((file) => file.endsWith('.md'))
  .map(read)

/** Returns a chapter. @throws if no chapter has that name. */
export const chapter = (name: string): Chapter => {
  const found = chapters.find((each) => each.name === name)
  if (!found) throw new Error(`Unknown chapter ${name}`)
  return found
}

/** Returns the code blocks of a chapter in a language. */
export const codeOf = (name: string, language: string): string[] =>
  chapter(name)
    .blocks.filter((block) => block.language === language)
    .map(({ code }) => code)

/** Returns the cells of a table's rows, without the head. `head` is the start of its first heading. */
export const rowsOf = (text: string, head: string): string[][] => {
  const [table = ''] = text.slice(text.indexOf(`| ${head}`)).split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
