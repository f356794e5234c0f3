import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read } from '../../tests/kit/project.ts'
import { makeTerminal, terminal } from '../../tests/kit/server/terminal.ts'
import { shopJsonSchema } from '../imports/shop-format.ts'

const example = read('examples/shop.yaml')
const expiration = '2099-06-30T23:59:59Z'

/** A terminal with an account that has the shop of the example. */
const setUp = async () => {
  const at = terminal()
  const account = (await at.ok('accounts', 'create', '--name', 'Harbor')).trim()
  const apply = (content: string | Buffer, ...args: string[]) =>
    at.merch('apply', at.write('shop.yaml', content), '--account', account, ...args)
  await apply(example)
  return { ...at, account, apply }
}

const tee = (more: string) => `products: [{ key: tee, variants: [${more}] }]`
const campaign = (more: string) => `campaigns: [{ key: spring, ${more} }]`

/** Files that are not as they must be, with the problems. The account has the shop of the example. */
const wrong: [file: string, problems: string[]][] = [
  [
    'warehouses:\n  -\u00a0key: a\n',
    ['2:3: warehouses must be a list', '2:4: <U+00A0> is no space in YAML'],
  ],
  ['warehouses: [{ key: “a” }]', ['1:21: key must not begin with a quotation mark but " and \'']],
  ['', ['1:1: must be fields with values']],
  ['[]', ['1:1: must be fields with values']],
  ['{', ['1:2: Flow map must end with a }']],
  ['a: 1\na: 2', ['2:1: Map keys must be unique']],
  ['stock: []\n---\nstock: []', ['2:1: the file must be a single YAML document']],
  ['colours: []', ['1:10: there is no field colours here']],
  ['warehouses: 7', ['1:13: warehouses must be a list']],
  ['warehouses: [7]', ['1:14: must be fields with values']],
  ['warehouses: [{ name: North }]', ['1:14: key is required']],
  ["warehouses: [{ key: '' }]", ['1:21: key must not be empty']],
  ['warehouses: [{ key: 7 }]', ['1:21: key must be text: put it in quotes']],
  [
    'warehouses: [{ key: "a\\tb" }]',
    ['1:21: key must be one line without control characters: a<U+0009>b'],
  ],
  [
    'warehouses:\n  - { key: a }\n  - { key: a }',
    ['3:5: warehouse a must be here once. It is also at shop.yaml:2:5.'],
  ],
  [
    'warehouses: [{ key: portland, id: whs_1 }]',
    [expect.stringMatching(/^1:35: warehouse portland has the ID whs_\w+\. Remove this one\.$/)],
  ],
  [
    'warehouses: [{ key: a, id: whs_1 }, { key: b, id: whs_1 }]',
    ['1:51: another warehouse has the ID whs_1. Remove this one.'],
  ],
  ['products: 7', ['1:11: products must be a list, or the path of a .csv or .tsv file']],
  ['products: shop.txt', ['1:11: products must be a list, or the path of a .csv or .tsv file']],
  ['products: [{ key: mug, variants: [{ sku: M }] }]', ['1:12: title is required']],
  ['products: [{ key: tee }]', ['1:12: variants must be a list with an entry']],
  ['products: [{ key: tee, variants: [] }]', ['1:34: variants must be a list with an entry']],
  [tee('{ weight: 1 }'), ['1:35: sku is required']],
  [tee('{ sku: N, weight: -1 }'), ['1:53: weight must be at least 0']],
  [tee('{ sku: N, weight: heavy }'), ['1:53: weight must be a number']],
  [tee('{ sku: N, weight: .inf }'), ['1:53: weight must be a number']],
  [tee('{ sku: N, active: yes }'), ['1:53: active must be true or false']],
  [tee('{ sku: N, imageUrl: tee.png }'), [expect.stringMatching(/^1:55: imageUrl must be a URL/)]],
  [tee('{ sku: N, options: { Size: 7 } }'), ['1:62: options.Size must be text: put it in quotes']],
  [
    tee('{ sku: N, pricing: [{ minimumQuantity: 1.5 }] }'),
    ['1:74: pricing[0].minimumQuantity must be a whole number'],
  ],
  [
    'products: [{ key: mug, title: Mug, variants: [{ sku: TEE-BLK-M }] }]',
    ['1:54: TEE-BLK-M belongs to the product tee'],
  ],
  [
    'stock: [{ sku: X, on_hand: 3000000000 }]',
    ['1:9: warehouse is required', '1:28: on_hand must be at most 2147483647'],
  ],
  [
    'stock: [{ sku: NONE, warehouse: nowhere }]',
    [
      '1:16: NONE must be a SKU of the file or the account',
      '1:33: nowhere must be the key of a warehouse of the file or the account',
    ],
  ],
  [
    'stock: [{ sku: TEE-BLK-M, warehouse: portland }, { sku: TEE-BLK-M, warehouse: portland }]',
    ['1:50: stock TEE-BLK-M in portland must be here once. It is also at shop.yaml:1:9.'],
  ],
  ['campaigns: [{ key: autumn }]', ['1:13: expiration is required']],
  [
    'campaigns: [{ key: autumn, expiration: tomorrow }]',
    [expect.stringMatching(/^1:40: expiration must be /)],
  ],
  [campaign('status: Live'), ['1:36: status must be Draft, Active, Paused, or Expired']],
  [
    campaign('brand: { color: red }'),
    [expect.stringMatching(/^1:44: brand\.color must be # and /)],
  ],
  [campaign('skus: ["\u200bX"]'), ['1:35: <U+200B>X must be a SKU of the file or the account']],
  [campaign('skus: [TEE-BLK-M, TEE-BLK-M]'), ['1:46: TEE-BLK-M must be in the list once']],
  [
    `${campaign('expiration: 7, skus: [NONE]')}\nstock: [{ sku: X, warehouse: portland, on_hand: -1 }]`,
    [
      expect.stringMatching(/^1:40: expiration must be an ISO 8601 timestamp such as /),
      '1:50: NONE must be a SKU of the file or the account',
      '2:16: X must be a SKU of the file or the account',
      '2:49: on_hand must be at least 0',
    ],
  ],
  ['stock: missing.csv', [expect.stringMatching(/^1:8: missing\.csv cannot be read: ENOENT/)]],
  [
    `a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]`,
    [
      expect.stringMatching(
        /^1:1: aliases must follow their anchors, and not expand to too much\. /,
      ),
    ],
  ],
  ['stock: *levels', [expect.stringMatching(/^1:1: aliases must .*: levels\.$/)]],
  ['? [a]\n: 1', ['1:3: the name of a field must be text']],
  ['a\u00a0b: 1', ['1:6: there is no field a<U+00A0>b here']],
]

const keys = Array.from({ length: 1000 }, (_, i) => `k${i}: 1`)

test.each([
  ['1,000 keys', keys.join('\n'), '1:1: 900 more problems are not listed', 101],
  ['100 keys', keys.slice(0, 100).join('\n'), '100:6: there is no field k99', 100],
  ['1,000 equal keys', 'k: 1\n'.repeat(1000), '102:1: 899 more problems', 101],
  ['1,000 fields in a thing', `products:\n  - ${keys.join('\n    ')}`, '2:5: 902 more', 101],
  ['30,000 brackets', '['.repeat(30_000), 'the file has too many levels', 1],
  [
    '__proto__',
    tee('{ sku: N, options: { __proto__: x } }'),
    '1:56: there is no field __proto__',
    1,
  ],
])('a file with %s is rejected', async (_, file, message, problems) => {
  const { apply } = await setUp()
  const { status, stderr } = await apply(file)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(stderr).toContain(problems === 1 ? '1 problem.' : `${problems} problems.`)
})

test('a wrong file is rejected, and nothing is changed', async () => {
  const { apply, ok, account } = await setUp()
  const before = await ok('export', '--account', account)
  for (const [file, problems] of wrong) {
    const { status, stdout, stderr } = await apply(file)
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    const lines = stderr.trimEnd().split('\n')
    const summary = `${count}. Nothing was changed.`
    expect([status, stdout, lines.at(-1)], file).toEqual([1, '', summary])
    const found = lines.slice(0, -1).map((line) => line.replace(/^shop\.yaml:/, ''))
    expect(found, file).toEqual(problems)
  }
  expect(await ok('export', '--account', account)).toBe(before)
})

test('a file that is not UTF-8 or too large is rejected', async () => {
  const { apply } = await setUp()
  const stderrOf = async (file: Buffer) => (await apply(file)).stderr
  expect(await stderrOf(Buffer.from('warehouses:\n  - { key: a\xff }', 'latin1'))).toBe(
    'shop.yaml:2:13: the file must be UTF-8\n1 problem. Nothing was changed.\n',
  )
  expect(await stderrOf(Buffer.alloc(9 * 1024 * 1024, '#'))).toMatch(
    /^shop\.yaml:1:1: the file must have at most 8 MiB, not 9\. Put .* in CSV files\.\n1 problem\./,
  )
})

test('exported tables keep their values in spreadsheet programs of all languages', async () => {
  const { ok, folder, account } = await setUp()
  await ok('export', '--folder', folder, '--account', account)
  const [names, first] = readFileSync(join(folder, 'products.csv'), 'utf8').split('\n')
  expect(names).toMatch(/^\ufeffkey,sku,/)
  expect(first).toContain('"=""0.21""",24,"=""11.9"""')
})

test('wrong rows of tables are rejected with line and column', async () => {
  const { apply, write } = await setUp()
  const stderrOf = async (products: string, stock: string) => {
    write('products.csv', products)
    write('stock.csv', stock)
    return (await apply('products: products.csv\nstock: stock.csv')).stderr
  }
  expect(await stderrOf('', 'sku,warehouse\n')).toBe(
    'products.csv:1:1: the first line must name the columns\n1 problem. Nothing was changed.\n',
  )
  const header = 'key,title,sku,weight,active,options.Size,pricing.0.minimumQuantity\n'
  expect(await stderrOf('key,sku,colour,sku\n', 'colour,on_hand\nA,1\n')).toBe(
    [
      'products.csv:1:9: there is no column colour',
      'products.csv:1:16: the column sku is here twice',
      'stock.csv:1:1: the column sku is missing',
      'stock.csv:1:1: the column warehouse is missing',
      'stock.csv:1:1: there is no column colour',
      '5 problems. Nothing was changed.\n',
    ].join('\n'),
  )
  expect(
    await stderrOf(
      `${header}mug,Mug,"M,1",x,maybe,L,1.5\nmug,Cup,M2\npen,,P\nmug,Pot,M3,,,,\npen,,P2,,,,\n`,
      'sku,warehouse,on_hand\n"M,1",nowhere,2\nNONE,portland,-1\n',
    ),
  ).toBe(
    [
      'products.csv:2:15: weight must be a number',
      'products.csv:2:17: active must be true or false',
      'products.csv:2:25: pricing[0].minimumQuantity must be a whole number',
      'products.csv:3:5: title must be as on line 2, or empty',
      'products.csv:4:1: title is required',
      'products.csv:5:5: title must be as on line 2, or empty',
      'stock.csv:2:7: nowhere must be the key of a warehouse of the file or the account',
      'stock.csv:3:1: NONE must be a SKU of the file or the account',
      'stock.csv:3:15: on_hand must be at least 0',
      '9 problems. Nothing was changed.\n',
    ].join('\n'),
  )
})

test('a SKU of another account is unknown', async () => {
  const { ok, merch, write } = await setUp()
  const other = (await ok('accounts', 'create', '--name', 'Pine')).trim()
  const file = write('other.yaml', 'stock: [{ sku: TEE-BLK-M, warehouse: portland }]')
  expect((await merch('apply', file, '--account', other)).stderr).toContain(
    'other.yaml:1:16: TEE-BLK-M must be a SKU of the file or the account\n',
  )
})

test('the plan is printed, a dry run changes nothing, and pruning ends what is not named', async () => {
  const { apply, ok, account } = await setUp()
  const changed = example
    .replace('weight: 0.21', 'weight: 0.25')
    .replace('on_hand: 120', 'on_hand: 90')
    .replace('- { sku: TEE-BLK-M', '- &medium { sku: TEE-BLK-M')
    .replace(/- { sku: TEE-BLK-L.*/, '- { <<: *medium, sku: TEE-BLK-S, options: { Size: S } }')
    .replace(', TEE-BLK-L]', ']')
    .replace('key: spring', 'key: "autumn\u200b"')
    .replaceAll('\n', '\r')
  const plan = [
    '+ variant TEE-BLK-S',
    '~ variant TEE-BLK-M weight 0.21 → 0.25',
    '~ variant TEE-BLK-L active true → false',
    '~ stock TEE-BLK-M in portland on_hand 120 → 90',
    '+ campaign autumn<U+200B>',
    '~ campaign spring status Active → Expired',
    '= 2 unchanged',
  ]
  const before = await ok('export', '--account', account)
  expect(parse(before).products).toMatchObject([{ key: 'tee' }])
  const dry = await apply(changed, '--prune', '--dry-run')
  expect(dry.stdout.trim().split('\n').toSorted()).toEqual(plan.toSorted())
  expect([dry.status, dry.stderr]).toEqual([0, 'Dry run: nothing was changed.\n'])
  expect(await ok('export', '--account', account)).toBe(before)
  expect(await apply(changed, '--prune')).toEqual({
    status: 0,
    stdout: dry.stdout,
    stderr: 'Added 1 variant, 1 campaign.\nChanged 2 variants, 1 stock level, 1 campaign.\n',
  })
  expect(await apply(changed, '--prune')).toEqual({
    status: 0,
    stdout: '= 6 unchanged\n',
    stderr: 'Nothing to change. Confirmed counts of stock: 1.\n',
  })
  const twin = '{ key: mug, title: Mug, variants: [{ sku: Tee-blk-m }, { sku: MUG }] }'
  expect((await apply(`products: [${twin}]`, '--dry-run')).stderr).toBe(
    'They differ by case alone: TEE-BLK-M, Tee-blk-m\nDry run: nothing was changed.\n',
  )
  makeTerminal(process.stdout)
  const all = Array.from({ length: 201 }, (_, i) => `{ key: w${i} }`).join()
  const { stdout, stderr } = await apply(`warehouses: [${all}]`, '--dry-run')
  expect(stdout.match(/\n/g)).toHaveLength(200)
  expect(stderr).toMatch(/^… and 1 more lines\. To see all, redirect stdout to a file\.\n/)
})

test('lists are tables on a terminal, tabs in pipes, and lines of JSON', async () => {
  const { ok, merch, account } = await setUp()
  const [line = ''] = (await ok('campaigns', 'list')).split('\n')
  const [key, id = '', ...rest] = line.split('\t')
  expect([key, ...rest]).toEqual(['spring', 'Active', expiration, '2', 'Spring kit'])
  expect(JSON.parse(await ok('campaigns', 'list', '--account', account, '--json'))).toEqual({
    key,
    id,
    status: 'Active',
    expiration,
    skus: 2,
    name: 'Spring kit',
  })
  await ok('accounts', 'create', '--name', 'x'.repeat(40))
  makeTerminal(process.stdout)
  expect(await ok('accounts', 'list')).toContain('…')
  expect(await ok('accounts', 'list', '--wide')).not.toContain('…')
  expect(await merch('products', 'list', '--account', account)).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^key {2}id {36}active {2}variants {2}on_hand {2}title\n$/),
    stdout: expect.stringMatching(
      /^tee {2}prd_\w{32} {2}2 {7}2 {9}120 {6}Heavyweight cotton tee\n$/,
    ),
  })
})

test('the schema accepts the example and rejects an unknown field', () => {
  const validate = new Ajv2020().compile(shopJsonSchema())
  const file = parse(example)
  expect([validate(file), validate.errors]).toEqual([true, null])
  expect(validate({ ...file, colours: [] })).toBe(false)
  expect(validate({ ...file, stock: 'STOCK.TSV' })).toBe(true)
})
