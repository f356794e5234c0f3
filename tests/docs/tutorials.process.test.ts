import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { outsideEventsOf } from '../../contract-tests/own/outside-events.ts'
import { ownServer } from '../../contract-tests/own/own-server.ts'
import type { Running } from '../../contract-tests/support/server.ts'
import { InviteCreated, listOrders200 } from '../../generated/zod/schemas.ts'
import { openBrowser } from '../kit/browser.ts'
import { shippingAddress } from '../kit/server/recipient-browser.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const folder = fileURLToPath(new URL('../../dist/tutorials/', import.meta.url))

let target: Running
beforeAll(async () => {
  target = await ownServer()
})
afterAll(() => target.stop())

/** The shell blocks of a page, each with the status that its response must have, if it sends a request. */
const blocksOf = (page: string): { commands: string; expected: string[] }[] =>
  page
    .split(/^```sh\n/m)
    .slice(1)
    .map((part) => {
      const [commands = '', after = ''] = part.split(/^```$/m)
      const [, status] = /^Expected response: `(\d+)`/m.exec(after) ?? []
      return { commands, expected: status === undefined ? [] : [status] }
    })

/**
 * Runs commands as a reader does who has set variables, and whose first campaign has ended. Returns the statuses, the
 * output, and all variables.
 */
const run = async (commands: string, cwd: string, environment: Record<string, string>) => {
  const script = `set -a
curl() {
  command curl --silent --write-out '%{stderr}%{http_code}\n' "$@" | case "$*" in
    */campaigns/list*) jq '[{ status: "Inactive" }] + .' ;;
    *) cat ;;
  esac
}
${commands}
env -0 > variables`
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  const variables = readFileSync(join(cwd, 'variables'), 'utf8').split('\0')
  return {
    statuses: stderr.split('\n').filter(Boolean),
    text: stdout,
    variables: Object.fromEntries(variables.map((line) => line.split(/=(.*)/s))),
  }
}

/** Redeems an invite in a browser, as its recipient does. The order is then shipped and delivered. */
const followInvite = async (context: TestContext, created: string) => {
  const { invite, inviteUrl } = InviteCreated.parse(JSON.parse(created))
  const page = await (await openBrowser(context)).newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(inviteUrl)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('link', { name: 'Check out' }).click()
  const { lastName, street1, zip, city, country } = shippingAddress
  for (const [name, value] of Object.entries({ lastName, street1, zip, city }))
    await page.locator(`[name=${name}]`).fill(value)
  await page.getByLabel('Country').selectOption(country)
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const response = await fetch(`${target.url}/v1/orders/list?email=${invite.email}`, {
    headers: { Authorization: `Bearer ${target.key}` },
  })
  const outside = outsideEventsOf(target)
  for (const { id } of listOrders200.parse(await response.json())) {
    await outside?.ship(id)
    await outside?.deliver(id)
  }
}

test.for(readdirSync(folder))('the commands of %s work as they stand', async (name, context) => {
  if (spawnSync('jq', ['--version']).error) context.skip('jq is not installed')
  const page = readFileSync(`${folder}${name}`, 'utf8')
  const cwd = temporaryFolder()
  let environment = { MERCH_URL: target.url, MERCH_KEY: target.key }
  const blocks = blocksOf(page)
  expect(blocks.length).toBeGreaterThan(3)
  for (const { commands, expected } of blocks) {
    const { statuses, text, variables } = await run(commands, cwd, environment)
    expect([commands, statuses]).toEqual([commands, expected])
    environment = variables
    if (commands.includes('/v1/invites/create')) await followInvite(context, text)
  }
})
