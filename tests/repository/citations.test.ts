import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Code, tests and documents cite design decisions ("design decision 25"), sections of the specification
// ("§4 rule 3") and architecture decision records ("ADR 4") by number. Each citation must resolve.

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const files = globSync('**/*.{ts,py,yaml,toml,sql,md}', {
  cwd: root,
  exclude: (name) => /^(node_modules|generated|dist|snapshots|data)$/.test(name),
}).filter((file) => file !== 'tests/repository/citations.test.ts')

/** Joins the lines of a comment, so that a citation may span two. */
const joinLines = (text: string) => text.replaceAll(/\n\s*(?:\*|\/\/|#)? ?/g, ' ')

const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))

const list = String.raw`\d+(?:(?:, (?:and )?|,? and |,? or |–)\d+)*`

const decisionsCitedIn = (text: string) =>
  [...joinLines(text).matchAll(RegExp(`\\bdecisions? \\[?(${list})`, 'gi'))].flatMap(
    ([, numbers = '']) => numbersIn(numbers),
  )

const recordsCitedIn = (text: string) =>
  [...joinLines(text).matchAll(RegExp(`\\bADRs? (${list})`, 'g'))].flatMap(([, numbers = '']) =>
    numbersIn(numbers),
  )

type Section = { section: string; rules: number[]; operation: string | undefined }

/**
 * Finds citations of the specification: every `§` that does not follow an RFC. The specification has no
 * numbers such as §6.3, so those belong to other documents.
 */
const sectionsCitedIn = (text: string): Section[] =>
  [
    ...joinLines(text).matchAll(
      RegExp(
        `(?<!RFC \\d+,? )§ ?(\\d+)(?!\\.?\\d)(?:(?: [\\w-]+)?(?: URL)? rules? (${list}))?(?: ((?:GET|PUT|POST|DELETE) /v1[\\w/{}-]*))?`,
        'g',
      ),
    ),
  ].map(([, section = '', rules = '', operation]) => ({
    section,
    rules: numbersIn(rules),
    operation,
  }))

const decisions = [...read('docs/decisions.md').matchAll(/^## (\d+)\. /gm)].map(([, number]) =>
  Number(number),
)
const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((file) =>
  Number(/(\d+)-/.exec(file)?.[1]),
)

const sections = new Map(
  read('docs/specification-sections.md')
    .split(/^## (?=§)/m)
    .slice(1)
    .map((text) => [/^§(\d+)/.exec(text)?.[1] ?? '', text]),
)

const resolves = ({ section, rules, operation }: Section): boolean => {
  const text = sections.get(section)
  if (text === undefined) return false
  const hasRules = rules.every((rule) => new RegExp(`^${rule}\\. `, 'm').test(text))
  return hasRules && (operation === undefined || text.includes(`| ${operation} |`))
}

test('Decisions are numbered from 1 on, without a gap', () => {
  expect(decisions).toEqual(decisions.map((_, i) => i + 1))
})

describe('Every cited number resolves', () => {
  const unresolved = (find: (text: string) => string[]) =>
    files.flatMap((file) => find(read(file)).map((citation) => `${file}: ${citation}`))

  test('of a design decision, in docs/decisions.md', () => {
    const find = (text: string) =>
      decisionsCitedIn(text).flatMap((number) =>
        decisions.includes(number) ? [] : `decision ${number}`,
      )
    expect(unresolved(find)).toEqual([])
  })

  test('of a section or rule, in docs/specification-sections.md', () => {
    const find = (text: string) =>
      sectionsCitedIn(text).flatMap((cited) => (resolves(cited) ? [] : JSON.stringify(cited)))
    expect(unresolved(find)).toEqual([])
  })

  test('of an architecture decision record, in docs/decisions/', () => {
    const find = (text: string) =>
      recordsCitedIn(text).flatMap((number) => (records.includes(number) ? [] : `ADR ${number}`))
    expect(unresolved(find)).toEqual([])
  })
})

describe('Citations are found', () => {
  test('of decisions, in lists and across lines of a comment', () => {
    expect(decisionsCitedIn('design decisions 13, 27 and 28')).toEqual([13, 27, 28])
    expect(decisionsCitedIn(' * by design\n * decision 7: the budget')).toEqual([7])
    expect(files.flatMap((file) => decisionsCitedIn(read(file))).length).toBeGreaterThan(100)
  })

  test('of sections, with rules and operations, but not of RFCs', () => {
    expect(sectionsCitedIn('§4 rules 3 and 4. RFC 9110 §11.1')).toEqual([
      { section: '4', rules: [3, 4], operation: undefined },
    ])
    expect(sectionsCitedIn('(specification §4\n * URL rule 4)')).toMatchObject([{ rules: [4] }])
    expect(sectionsCitedIn('§4 GET /v1/auth')).toMatchObject([{ operation: 'GET /v1/auth' }])
    expect(files.flatMap((file) => sectionsCitedIn(read(file))).length).toBeGreaterThan(300)
  })

  test('and rejected when they do not resolve', () => {
    expect([...sectionsCitedIn('§10'), ...sectionsCitedIn('§4 rule 9')].map(resolves)).toEqual([
      false,
      false,
    ])
    expect(sectionsCitedIn('§4 GET /v1/nothing').map(resolves)).toEqual([false])
  })
})
