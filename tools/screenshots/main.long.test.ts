import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chromium } from '../../testkit/chromium.ts'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

test('takes four pictures of a state and a contact sheet', async (context) => {
  if (!chromium) return context.skip('Chromium is not installed')
  const folder = temporaryFolder()
  const { status, stdout } = await runProgram('tools/screenshots/main.ts', [
    ...['--only', 'redemption/unknown'],
    ...['--to', folder],
  ])
  expect(stdout).toContain('1 states, 4 pictures')
  expect([status, stdout]).toEqual([0, expect.stringContaining('Problems: 0')])
  expect(readdirSync(join(folder, 'redemption')).toSorted()).toEqual([
    'unknown-1440-dark.png',
    'unknown-1440-light.png',
    'unknown-375-dark.png',
    'unknown-375-light.png',
  ])
  expect(readFileSync(join(folder, 'redemption.html'), 'utf8')).toContain('unknown-375-dark.png')
})
