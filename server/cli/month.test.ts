import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { wordsOf } from '../../tests/kit/shell-lines.ts'

const warehouses = ['portland', 'reno', 'rotterdam']
const shop = `
warehouses: [${warehouses.map((key) => `{ key: ${key}, name: ${key} }`).join(', ')}]
products: [{ key: mug, title: Mug, variants: [{ sku: MUG }, { sku: CUP }] }]
campaigns: [{ key: autumn, expiration: 2099-06-30T23:59:59Z, skus: [MUG, CUP] }]
`

const header =
  'sourceOrderNumber,shipTo.firstName,shipTo.email,shipTo.street1,shipTo.city,shipTo.zip,shipTo.country,sku,quantity'

/** Sets the clock of the commands to an hour of a day of November 2026; the 31st is December. */
const setTime = (day: number, hour: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, day, hour) })

afterEach(() => void vi.useRealTimers())

/** Returns the days of a documented month: the day, and its commands with their output. */
const documentedDays = () => {
  const path = new URL('../../docs/operating.md', import.meta.url)
  const [, block = ''] =
    /^### A month$.*?^```console\n(.*?)^```$/ms.exec(readFileSync(path, 'utf8')) ?? []
  return block
    .split(/^# /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...commands] = text.split(/^\$ npx merch /m)
      const runs = commands.map((command) => {
        const [line = '', ...output] = command.trimEnd().split('\n')
        return { line, output: output.join('\n') }
      })
      return { day: Number(/^\d+/.exec(title)?.[0]), runs }
    })
}

test('the month of the documentation is what its commands print', async () => {
  setTime(1, 6)
  const { ok, merch, write } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  const files = new Map([
    ['shop.yaml', shop],
    [
      'orders.csv',
      ['Ana', 'Bo', 'Cy']
        .map(
          (name, i) =>
            `SO-${i + 1},${name},${name}@example.com,1 Oak St,Portland,97205,US,MUG,${[20, 90, 5][i]}`,
        )
        .reduce((text, row) => `${text}\n${row}`, header),
    ],
    ['people.csv', 'email,firstName\nida@example.com,Ida\nsam@example.com,Sam\n'],
    ['friday.csv', 'order,carrierCode,trackingNumber,shipDate\nSO-1,ups,1Z1,2026-11-27\n'],
  ])
  const paths = new Map([...files].map(([name, text]) => [name, write(name, text)]))
  paths.set('ID', account)
  for (const { day, runs } of documentedDays()) {
    setTime(day, 9)
    for (const { line, output } of runs) {
      if (line.includes('CAMPAIGN')) {
        const [, campaign = ''] = (await ok('campaigns', 'list')).split('\t')
        paths.set('CAMPAIGN', campaign)
      }
      const [command = '', target] = line.split(' > ')
      const words = wordsOf(command).map((word) => paths.get(word) ?? word)
      const { stdout, stderr } = await merch(...words)
      const text = target === undefined ? stdout + stderr : stderr
      const printed = text.trimEnd().replaceAll(/(?<=ord_|inv_|\/i\/|command )[\w-]+/g, '…')
      expect(printed.split('\n').toSorted(), line).toEqual(output.split('\n').toSorted())
    }
  }
}, 120_000)
