import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '../model/document.ts'
import { demoted } from '../reference/chapters.ts'
import { path } from './inputs.ts'

/** Returns a tutorial as a chapter. Its steps are bold text: headings would crowd the menu. */
const asChapter = (page: string): string =>
  demoted(page.replaceAll(/^### (\d+\. .*)$/gm, '**$1**').replaceAll(/^## (.*)$/gm, '**$1**'))

/** Adds the generated tutorials as the last chapter. */
export const withTutorials = (document: Document): Document => {
  const folder = path('generated/tutorials')
  const pages = readdirSync(folder)
    .toSorted()
    .map((name) => asChapter(readFileSync(join(folder, name), 'utf8')))
  const description = [document.info.description ?? '', '# Tutorials', ...pages].join('\n\n')
  return { ...document, info: { ...document.info, description } }
}
