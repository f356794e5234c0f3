import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '../model/document.ts'
import { demoted } from '../reference/chapters.ts'
import { path } from './inputs.ts'

/** A tutorial as a part of a chapter. Its steps are no headings there: they would crowd the menu. */
const asChapter = (page: string): string =>
  demoted(page.replaceAll(/^### (\d+\. .*)$/gm, '**$1**').replaceAll(/^## (.*)$/gm, '**$1**'))

/** The tutorials that were generated from workflows, as one chapter after the others. */
export const withTutorials = (document: Document): Document => {
  const folder = path('generated/tutorials')
  const pages = readdirSync(folder)
    .toSorted()
    .map((name) => asChapter(readFileSync(join(folder, name), 'utf8')))
  const description = [document.info.description ?? '', '# Tutorials', ...pages].join('\n\n')
  return { ...document, info: { ...document.info, description } }
}
