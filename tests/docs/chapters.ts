import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../openapi/chapters/', import.meta.url)

export const chapters = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const blocks = [...text.matchAll(/```(\w+)\n(.*?)```/gs)]
    return {
      name: file.replace(/\.md$/, ''),
      blocks: blocks.map(([, language = '', code = '']) => ({ language, code })),
    }
  })

export const codeOf = (name: string, language: string): string[] => {
  const blocks = chapters.find((chapter) => chapter.name === name)?.blocks ?? []
  return blocks.filter((block) => block.language === language).map(({ code }) => code)
}
