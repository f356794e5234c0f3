import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type Page, chromium as program } from 'playwright-core'
import { chromium, chromiumArguments } from '../../testkit/chromium.ts'
import { freePort } from '../../testkit/free-port.ts'
import { shellLines } from '../../testkit/shell-lines.ts'
import { programsIn } from './programs.ts'

// Runs the steps of a new user: clone, install, a page that lists contacts, the server, a webhook and the docs.
// The commands come from the documents, with free ports.

const root = fileURLToPath(new URL('../..', import.meta.url))

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the first command of a document that matches. */
const lineOf = (document: string, pattern: RegExp): string => {
  const lines = shellLines(document).flatMap((line) => line.split(' && '))
  const line = lines.find((each) => pattern.test(each))
  if (line === undefined) throw new Error(`${document} has no command that matches ${pattern}`)
  return line
}

/** Waits until a server responds on a port, for about 10 seconds. */
const waitForPort = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await setTimeout(100)
  }
  throw new Error(`no server responds on port ${port}`)
}

/** Opens a page. Throws if the page logs an error. */
const open = async (page: Page, address: string): Promise<void> => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  if (errors.length > 0) throw new Error(`${address} logged errors:\n${errors.join('\n')}`)
}

const began = performance.now()

/** Runs a step, and prints its outcome and duration. */
const step = async <T>(title: string, command: string, run: () => Promise<[T, string]>) => {
  const start = performance.now()
  say(`\n${title}${command === '' ? '' : `\n  $ ${command}`}`)
  const [result, outcome] = await run()
  say(`  ✓ ${outcome}, ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

/** Opens a page that lists contacts, and returns how many it shows. */
const contactsAt = async (page: Page, address: string): Promise<number> => {
  await open(page, address)
  await page.getByText(/200, \d+ left/).waitFor()
  const count = (await page.locator('body').innerText()).split('@').length - 1
  if (count === 0) throw new Error(`${address} shows no contact`)
  return count
}

const firstHour = async (browser: Browser, { start, run }: ReturnType<typeof programsIn>) => {
  const page = await browser.newPage()

  const clone = `git clone --quiet ${JSON.stringify(root)} .`
  await step('Clone', clone, async () => [await run(clone), 'cloned'])

  const install = lineOf('README.md', /^npm ci$/)
  await step('Install', install, async () => [await run(install), 'installed'])

  const mockLine = lineOf('mock/README.md', /^npm run mock$/)
  const mock = await step('Start the mock', mockLine, async () => {
    const started = start(mockLine, { PORT: '0' })
    const [, address = ''] = await started.prints(/listening on (\S+)[\s\S]*curl .*\n/)
    return [{ ...started, address }, `listening on ${address}`]
  })

  const exampleLine = lineOf('mock/README.md', /^npm run example$/)
  await step('See contacts of the mock in a page', exampleLine, async () => {
    const example = start(`${exampleLine} -- --mock ${mock.address}`, { PORT: '0' })
    const [, link = ''] = await example.prints(/the mock +(\S+)\n/)
    const count = await contactsAt(page, link)
    await example.stop()
    return [undefined, `${count} shown`]
  })
  await mock.stop()

  const startLine = lineOf('README.md', /^npm start$/)
  const server = await step('Start the server', startLine, async () => {
    const started = start(startLine, { PORT: '0' })
    const [, address = ''] = await started.prints(/listening on (\S+)/)
    const [, key = ''] = await started.prints(/^ {2}(mfk_\w+)$/m)
    const [curl] = await started.prints(/curl .*/)
    const products: unknown = JSON.parse(await run(`${curl} --silent --show-error`))
    if (!Array.isArray(products) || products.length !== 3)
      throw new Error(`${curl}\nreturned ${JSON.stringify(products)}`)
    return [{ ...started, address, key }, 'the printed curl command lists three products']
  })

  const keyedLine = lineOf('mock/README.md', /^npm run example .*--key/)
  await step('See contacts of the server in the same page', keyedLine, async () => {
    const settings = { PORT: '0', SERVER_KEY: server.key }
    const example = start(`${keyedLine} --server ${server.address}`, settings)
    const [, link = ''] = await example.prints(/the server +(\S+)\n/)
    const count = await contactsAt(page, link)
    await example.stop()
    return [undefined, `${count} shown`]
  })

  const listenLine = lineOf('docs/webhooks.md', /^npx merch webhooks listen /)
  const listening = await step('Listen for webhooks', listenLine, async () => {
    const port = await freePort()
    const started = start(listenLine.replace(':3000', `:${port}`))
    const [, secret = ''] = await started.prints(/Signing secret: (\S+)[\s\S]*Listening/)
    return [{ ...started, port, secret }, 'listening']
  })

  const receiverLine = 'node examples/receivers/node.mjs'
  const receiver = await step('Start the receiver that the docs show', receiverLine, async () => {
    const settings = { WEBHOOK_SECRET: listening.secret, PORT: String(listening.port) }
    const started = start(receiverLine, settings)
    await waitForPort(listening.port)
    return [started, 'started']
  })

  const triggerLine = lineOf('docs/webhooks.md', /^npx merch webhooks trigger /)
  await step('Receive a webhook', triggerLine, async () => {
    await run(triggerLine)
    const [event] = await receiver.prints(/order\.shipped/)
    const [, status = ''] = await listening.prints(/order\.shipped\t.*?\b(\d{3})\b/)
    return [undefined, `${event}, with a valid signature, response ${status}`]
  })
  await receiver.stop()
  await listening.stop()

  await step('Read the docs', `open ${server.address}/docs`, async () => {
    await open(page, `${server.address}/docs`)
    await page.getByRole('heading', { name: 'Getting started' }).first().waitFor()
    await page.goto(`${server.address}/docs#/orders/createorder`)
    await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
    mkdirSync(join(root, 'dist/screenshots'), { recursive: true })
    await page.screenshot({ path: join(root, 'dist/screenshots/first-hour-docs.png') })
    return [undefined, 'the chapters and the operation Create an order are shown']
  })
  await server.stop()
}

const folder = mkdtempSync(join(tmpdir(), 'merch-first-hour-'))
const programs = programsIn(folder)
process.once('exit', () => {
  programs.endAll()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const run = async (executablePath: string): Promise<void> => {
  const browser = await program.launch({ executablePath, args: chromiumArguments })
  try {
    await firstHour(browser, programs)
    say(`\nTotal: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  } finally {
    await browser.close()
  }
}

if (chromium)
  await run(chromium).catch((error: unknown) => {
    say(`  ✗ ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  })
else say('– skipped: Chromium is not installed')
process.exit()
