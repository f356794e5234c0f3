import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { repository, server } from './boundaries.ts'
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
  'tests/kit/server/test-shop.ts': [],
}

const forbidden: [path: string, imported: string, rule: string][] = [
  ['server/process/start.ts', '../../contract-tests/suite.ts', 'server may import generated'],
  ['server/domain/order.ts', '../http/respond.ts', 'server/domain may import generated'],
  ['server/store/orders.ts', '../operations/orders.ts', 'server/store may import server/domain'],
  [
    'server/operations/a.ts',
    '../../tests/kit/server/test-shop.ts',
    'product code imports no tests',
  ],
  [
    'server/http/tiers.ts',
    '../store/rate-limit/request-log.ts',
    'server/http may import server/domain',
  ],
  [
    'packages/client/calls.test.ts',
    '../../server/store/rate-limit/request-log.ts',
    'tests in packages/client may import generated',
  ],
  [
    'contract-tests/laws/orders.ts',
    '../../tests/kit/server/test-shop.ts',
    'contract-tests/laws may import generated',
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
    'server/http/rate-limit/rate-limiter.ts': [
      '../../store/rate-limit/request-log.ts',
      '../respond.ts',
    ],
    'server/http/respond.test.ts': [
      '../../tests/kit/server/test-shop.ts',
      '../store/rate-limit/request-log.ts',
    ],
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

test.for([
  ['folders', repository],
  ['folders of the server', server],
] as const)('%s form no cycle: each imports only folders listed before it', ([, rows]) => {
  const folders = Object.keys(rows)
  const isWithin = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`)
  const innermost = (path: string) =>
    folders.filter((folder) => isWithin(path, folder)).toSorted((a, b) => b.length - a.length)[0]
  for (const [index, [folder, { imports }]] of Object.entries(rows).entries())
    for (const imported of imports.filter((path) => !isWithin(folder, path))) {
      const named = folders.filter((path) => isWithin(path, imported))
      const last = folders.lastIndexOf(named.at(-1) ?? innermost(imported) ?? '')
      expect(last, `${folder} imports ${imported}`).toBeLessThan(index)
    }
})
