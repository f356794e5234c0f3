import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { type Boundary, repository, server } from './boundaries.ts'
import { findViolations } from './find-violations.ts'

/** Writes files that only import others, and checks them. */
const check = (files: Record<string, string[]>) => {
  const folder = temporaryFolder()
  for (const [path, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const lines = imports.map((name) => `import '${name}'\n`)
    writeFileSync(join(folder, path), lines.join(''))
  }
  return findViolations(folder)
}

const neighbours = {
  'contract-tests/suite.ts': [],
  'generated/types.ts': [],
  'server/http/respond.ts': [],
  'server/operations/orders.ts': [],
  'server/store/rate-limit/request-log.ts': [],
  'server/testing/shop.ts': [],
}

const forbidden: [path: string, imported: string, rule: string][] = [
  [
    'server/process/start.ts',
    '../../contract-tests/suite.ts',
    'server may import generated, client',
  ],
  ['server/domain/order.ts', '../http/respond.ts', 'server/domain may import generated'],
  ['server/store/orders.ts', '../operations/orders.ts', 'server/store may import server/domain'],
  ['server/operations/a.ts', '../testing/shop.ts', 'product code imports no tests'],
  [
    'server/http/tiers.ts',
    '../store/rate-limit/request-log.ts',
    'server/http may import server/domain',
  ],
  [
    'client/calls.test.ts',
    '../server/store/rate-limit/request-log.ts',
    'tests in client may import generated',
  ],
  ['server/domain/b.ts', 'node:sqlite', 'only store imports the database driver'],
  ['server/domain/c.ts', './missing.ts', 'every import resolves'],
]

test('each import that a rule forbids is one violation, which names the rule', async () => {
  const imports = forbidden.map(([path, imported]) => [path, [imported]])
  const { violations } = await check({ ...neighbours, ...Object.fromEntries(imports) })
  const expected = forbidden.map(([path, _, rule]) => [path, expect.stringContaining(rule)])
  const found = violations.map((violation) => [violation.split(' imports ')[0], violation])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(violations).toHaveLength(forbidden.length)
})

test('allowed imports are no violations', async () => {
  const files = {
    ...neighbours,
    'server/operations/a.ts': ['../http/respond.ts', '../store/rate-limit/request-log.ts'],
    'server/http/rate-limit/budget.ts': ['../../store/rate-limit/request-log.ts', '../respond.ts'],
    'server/http/respond.test.ts': ['../testing/shop.ts', '../store/rate-limit/request-log.ts'],
    'server/store/open.ts': ['node:sqlite'],
  }
  expect(await check(files)).toEqual({ files: 11, imports: 7, violations: [] })
})

test('files that import each other are a violation', async () => {
  const { violations } = await check({ 'mock/a.ts': ['./b.ts'], 'mock/b.ts': ['./a.ts'] })
  expect(violations).toEqual([
    expect.stringContaining('mock/a.ts imports mock/b.ts imports mock/a.ts'),
  ])
})

const topFolder = (path: string): string => path.split('/')[0] ?? path
const serverFolder = (path: string): string => path.split('/').slice(0, 2).join('/')

test.for<[string, readonly Boundary[], (path: string) => string]>([
  ['top-level folders', repository, topFolder],
  ['folders of the server', server, serverFolder],
])('%s form no cycle: each imports only folders listed before it', ([, rows, folderOf]) => {
  const listed = [...new Set(rows.map(({ folder }) => folderOf(folder)))]
  for (const { folder, imports } of rows)
    for (const imported of imports.map(folderOf))
      expect(listed.indexOf(imported), `${folder} imports ${imported}`).toBeLessThanOrEqual(
        listed.indexOf(folderOf(folder)),
      )
})

test('each folder has one row', () => {
  for (const rows of [repository, server]) {
    const folders = rows.map(({ folder }) => folder)
    expect(folders).toEqual([...new Set(folders)])
  }
})
