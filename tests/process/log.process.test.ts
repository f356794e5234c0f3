import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

test.each([
  ['pretty', /^\[[\d:.]+\] INFO: listening \{"address":"http:/m],
  ['json', /^\{"level":30,"time":\d+,"address":"[^"]+","listensOn":"[^"]+","msg":"listening"\}$/m],
])('LOG_FORMAT=%s sets the format of the lines on standard output', async (format, line) => {
  const child = startProgram('server/main.ts', [], {
    PORT: '0',
    DATABASE_URL: `file:${temporaryFolder()}/merch.db`,
    SEED_DEMO: '0',
    LOG_FORMAT: format,
  })
  const printed = await waitForOutput(child, /merch keys create.*\n/)
  expect(stripVTControlCharacters(printed)).toMatch(line)
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
})
