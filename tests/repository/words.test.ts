import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Documents for users, the reference docs that `/docs.md` serves included. */
const documents = globSync(
  [
    '{README,CHANGELOG,SECURITY}.md',
    '{client,contract-tests,mock,openapi}/README.md',
    'docs/**/*.md',
    'generated/{reference.md,tutorials/*.md}',
    'openapi/{CHANGELOG.md,chapters/*.md}',
  ],
  { cwd: root },
)

/** The folders whose code has the texts of pages, emails, commands and messages. */
const sources = globSync(
  [
    'server/{cli,domain,email,sites,process}/**/*.ts',
    'server/sites/**/assets/*.js',
    'mock/{browser,control,scenarios}/**/*.{ts,js}',
    'mock/*.ts',
    'codegen/docs/**/*.{ts,js}',
    'contract-tests/{report,workflows}/*.ts',
    'contract-tests/*.ts',
    'examples/**/*.{ts,js,mjs}',
  ],
  { cwd: root, exclude: (file) => /\.test\.ts$|testing/.test(file) },
)

/** Words that are not the field's. `answer` is a verb here: the noun is `response`. */
const unwanted =
  /\b((?<!Connection )refus(?:e|es|ed|ing)|bites?|anew|tamed?|kin|wish(?:es|ed)?|tells?(?! us)|told|hears?|hangs? up|brings?|brought|stands?|stood|troubles?|somebody|whoever|whatever|an answer|the answer|answers (?:to|of|with))\b/i

const mostWords = 30

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length

/** Returns paragraphs, list items and table cells, without code and the targets of links. */
const prose = (markdown: string): string[] =>
  markdown
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/^ {4}\S.*$/gm, '')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\[[^\]]*\]\([^)]*\.test\.ts\)/g, 'test')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\n\s*\n|\n(?=\s*[-*|#\d])|\|/)
    .map((block) => block.replaceAll(/\s+/g, ' ').trim())

const sentences = (block: string) => block.split(/(?<=[.!?:;])\s+/)

/** Returns the strings of a module that have several words, without the tags of markup. */
const strings = (file: string): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      found.push(...node.text.replaceAll(/<[^>]*>/g, '\n').split('\n'))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
  return found.map((text) => text.trim()).filter((text) => /[a-z]\s/.test(text))
}

const problems = (file: string, texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const word = unwanted.exec(text)?.[0]
    const long = sentences(text).find((sentence) => wordsIn(sentence) > mostWords)
    return [
      ...(word ? [`${file}: "${word}" in: ${text}`] : []),
      ...(long ? [`${file}: ${wordsIn(long)} words: ${long}`] : []),
    ]
  })

test('documents use the words of the field, in sentences of at most 30 words', () => {
  expect(documents.length).toBeGreaterThan(40)
  expect(documents.flatMap((file) => problems(file, prose(read(file))))).toEqual([])
})

test('pages, emails, commands and messages do too', () => {
  const texts = sources.flatMap((file) => strings(file))
  expect(texts.length).toBeGreaterThan(500)
  expect(sources.flatMap((file) => problems(file, strings(file)))).toEqual([])
})
