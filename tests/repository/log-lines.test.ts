import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { howToBegin } from '../../server/process/banner.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Logs of other programs: stubs and tests. */
const isOther = (file: string) =>
  /\.test\.ts$|\/testing\/|process\/compose-without-store/.test(file)

/** The documented messages of calls whose message is an expression. */
const computed: Record<string, string> = {
  howToBegin: howToBegin.replaceAll('`', "'"),
  message: 'The database failed: …',
  'error.message': 'a delivery is skipped: the subscription was deleted, deactivated or changed',
}

type Logged = { msg: string; levels: string[] | undefined; fields: string[]; isComplete: boolean }

/** Reads a call of a log's method. Returns undefined for other calls. */
const readCall = (call: ts.CallExpression, source: ts.SourceFile): Logged | undefined => {
  const { expression: callee, arguments: given } = call
  const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)
  if (!isMember || !/(^|\.|#)log$/.test(callee.expression.getText(source))) return undefined
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
  if (name !== undefined && !/^(trace|debug|info|warn|error|fatal)$/.test(name)) return undefined
  const last = given.at(-1)
  if (last === undefined) return undefined
  const text = last.getText(source)
  const msg = ts.isStringLiteralLike(last) ? last.text : (computed[text] ?? `unknown: ${text}`)
  const [first] = given
  const properties = first && ts.isObjectLiteralExpression(first) ? [...first.properties] : []
  return {
    msg,
    levels: name === undefined ? undefined : [name],
    fields: properties.flatMap((property) => property.name?.getText(source) ?? []),
    isComplete:
      (first === last || properties.length > 0) && !properties.some(ts.isSpreadAssignment),
  }
}

const logged = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !isOther(file))
  .flatMap((file) => {
    const found: Logged[] = []
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2024)
    const visit = (node: ts.Node): void => {
      const one = ts.isCallExpression(node) ? readCall(node, source) : undefined
      if (one) found.push(one)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })

const [, section = ''] = read('docs/operating.md').split('\n## Logs\n')
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const documented = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `.*\|$/gm)]
  .map(([row]) => row.split('|').slice(1, -1))
  .filter((cells) => cells.length === 4)
  .map(([msg, levels, fields]) => ({
    msg: codesIn(msg)[0] ?? '',
    levels: codesIn(levels),
    fields: codesIn(fields),
  }))

test('docs/operating.md has a row for every message of the log, and no other row', () => {
  expect(logged.length).toBeGreaterThan(20)
  expect(documented.map(({ msg }) => msg).toSorted()).toEqual(
    [...new Set(logged.map(({ msg }) => msg))].toSorted(),
  )
})

test.each(documented)('The row of "$msg" has the levels and fields of the code', (row) => {
  for (const { levels, fields, isComplete } of logged.filter(({ msg }) => msg === row.msg)) {
    if (levels) expect(row.levels).toEqual(levels)
    else expect(row.levels.length).toBe(2)
    expect(row.fields).toEqual(expect.arrayContaining(fields))
    if (isComplete) expect(row.fields.toSorted()).toEqual(fields.toSorted())
  }
})
