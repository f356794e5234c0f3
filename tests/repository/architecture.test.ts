import { globSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { read, root } from '../kit/project.ts'

// Rules that the imports of a file do not show. The boundaries of folders are in tools/boundaries.

const folders = '{openapi,packages,docs,generated,server,mock,contract-tests,examples,tests,tools}'

/** Every TypeScript file outside packages: its path from the root and its text. */
const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
  .filter((path) => !/\/(snapshots|dist)\//.test(path))
  .map((path) => ({
    path,
    text: read(path),
    isTest: /\.test\.tsx?$|\/testing\/|^tests\//.test(path),
  }))

const product = files.filter(({ path, isTest }) => path.startsWith('server/') && !isTest)

/** The paths of the files that break a rule. */
const breaking = (
  among: typeof files,
  breaks: (file: (typeof files)[number]) => boolean,
): string[] => among.filter(breaks).map(({ path }) => path)

describe('Only one place', () => {
  const outside = (place: RegExp) => product.filter(({ path }) => !place.test(path))

  test.each([
    ['reads the environment: config.ts', /^server\/config\.ts$/, /process\.env\b/],
    ['ends the process: main.ts', /^server\/main\.ts$/, /process\.exit\(/],
    [
      'sets the status codes 400 and 404: http, sites',
      /^server\/(http|sites)\//,
      /status: 40[04]\b/,
    ],
    [
      'publishes events: actions',
      /^server\/actions\/actions\.ts$/,
      /\.enqueue\(|\{[^{}():]*\benqueue\b[^{}():]*\}/,
    ],
  ])('%s', (_, place, pattern) => {
    expect(breaking(outside(place), ({ text }) => pattern.test(text))).toEqual([])
  })

  test('opens outbound connections: egress, listeners, the client of a provider and merch ready', () => {
    // Listeners connect only to the developer's own programs.
    // `merch ready` connects to the server of this machine.
    const place =
      /^server\/(deliveries\/(egress|listener)\.ts$|imports\/shipstation\/|cli\/ready\.ts$)/
    const opening =
      /^import (\w+|\* as \w+|\{[^}]*(?<!type )\b(request|get|connect|createConnection|Agent|Socket)\b[^}]*\}) from 'node:(https?|http2|net|tls)'$|\bfetch\(/m
    for (const text of ["import { get } from 'node:http'", "import net from 'node:net'"])
      expect(text).toMatch(opening)
    expect(breaking(outside(place), ({ text }) => opening.test(text))).toEqual([])
  })
})

/** Finds `as` (but for `as const`) and comments that silence the compiler. Biome finds `any` and `!`. */
const loopholes = ({ path, text }: (typeof files)[number]): string[] => {
  // Parsing takes longer.
  if (!/\bas\s+(?!const\b)|@ts-/.test(text)) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && node.type.getText(source) !== 'const')
      found.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024)
  visit(source)
  if (/@ts-(ignore|nocheck|expect-error)/.test(text)) found.push(`${path}: silences the compiler`)
  return found
}

test('Nothing bypasses the type checker', () => {
  const ours = files.filter(
    ({ path }) =>
      path !== 'tests/repository/architecture.test.ts' && !path.startsWith('generated/'),
  )
  expect(ours.flatMap(loopholes)).toEqual([])
})
