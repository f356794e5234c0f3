import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxLogoBytes } from '../domain/logo/logo.ts'
import { greyPng, pngChunk } from '../testing/png.ts'
import { terminal } from '../testing/terminal.ts'

const setUp = async () => {
  const { merch, ok, folder } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor & Pine')).trim()
  const at = (name: string) => join(folder, name)
  const write = (name: string, bytes: Buffer | string) => {
    writeFileSync(at(name), bytes)
    return at(name)
  }
  const brand = (...args: string[]) => merch('accounts', 'brand', '--account', account, ...args)
  const logo = write('logo.png', greyPng())
  return { merch, brand, account, at, write, logo }
}

test('sets a logo and removes it, once', async () => {
  const { brand, account, logo, write } = await setUp()
  const run = async (...args: string[]) => {
    const { status, stderr } = await brand(...args)
    return [status, stderr]
  }
  expect(await run('--logo', logo)).toEqual([0, `Set the logo of ${account}\n`])
  expect(await run('--remove')).toEqual([0, `Removed the logo of ${account}\n`])
  expect(await run('--remove')).toEqual([0, `${account} has no logo\n`])
  const withText = (length: number) => greyPng(32, 32, [pngChunk('tEXt', Buffer.alloc(length))])
  const largest = write('largest.png', withText(maxLogoBytes - withText(0).length))
  expect(await run('--logo', largest)).toEqual([0, `Set the logo of ${account}\n`])
})

test('a file that is no logo, and an unknown account, are rejected with one line', async () => {
  const { brand, merch, at, write, logo } = await setUp()
  const ofUnknown = (...args: string[]) =>
    merch('accounts', 'brand', '--account', 'acc_none', ...args)
  const noAccount = 'No account acc_none. To list accounts, run: merch accounts list'
  const text = write('text.png', 'no picture')
  const large = write('large.png', Buffer.alloc(150 * 1024))
  const wide = write('wide.png', greyPng(2000, 20))
  const either = 'Pass either --logo or --remove'
  for (const [run, message] of [
    [brand('--logo', at('missing.png')), `No file ${at('missing.png')}. Check the path.`],
    [brand('--logo', at('.')), `${at('.')} is not a file`],
    [
      brand('--logo', text),
      `${text} must be a PNG or JPEG picture, not interlaced, animated or damaged`,
    ],
    [brand('--logo', large), `${large} must have at most 100 KiB, not 150`],
    [brand('--logo', wide), `${wide} must be 16 to 1024 pixels wide and high, not 2000 × 20`],
    [ofUnknown('--logo', logo), noAccount],
    [ofUnknown('--remove'), noAccount],
    [brand(), either],
    [brand('--logo', logo, '--remove'), either],
  ] as const)
    expect(await run).toEqual({ status: 1, stdout: '', stderr: `${message}\n` })
})
