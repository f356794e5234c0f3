import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../../openapi/chapters/', import.meta.url)

/** A piece of code in a chapter. */
export type Block = { language: string; code: string }

export type Chapter = {
  name: string
  text: string
  blocks: readonly Block[]
  /** What is written round the code. */
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

/** Every chapter there is, by the name of its file. */
export const chapters: readonly Chapter[] = readdirSync(fileURLToPath(folder))
  .filter((file) => file.endsWith('.md'))
  .map(read)

/** @throws when there is no chapter of that name. */
export const chapter = (name: string): Chapter => {
  const found = chapters.find((each) => each.name === name)
  if (!found) throw new Error(`there is no chapter ${name}`)
  return found
}

/** The code of a chapter in a language. */
export const codeOf = (name: string, language: string): string[] =>
  chapter(name)
    .blocks.filter((block) => block.language === language)
    .map(({ code }) => code)

/** The cells of a table's rows, head and line left out, by the words that its head begins with. */
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
