import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../kit/free-port.ts'
import { programEnvironment } from '../kit/run.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The shell block that begins with the creation of an account. */
const blockOf = (document: string): string =>
  /^```sh\n(ACCOUNT=.*?)^```$/ms.exec(readFileSync(join(root, document), 'utf8'))?.[1] ?? ''

test('the first lines of README lead from an empty database to an order', async () => {
  const block = blockOf('README.md')
  expect(block.split('\n').length).toBeLessThanOrEqual(11)
  expect(blockOf('docs/operating.md')).toBe(block)

  const port = await freePort()
  const shell = spawn('sh', ['-e', '-c', block.replaceAll(':8080', `:${port}`)], {
    cwd: root,
    env: {
      ...programEnvironment(),
      DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // The server that the lines leave running ends with its group.
    detached: true,
  })
  onTestFinished(async () => {
    if (shell.pid !== undefined) process.kill(-shell.pid)
    await once(shell, 'close')
  })
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  expect(await once(shell, 'exit')).toEqual([0, null])
  expect(output).toContain('"status":"AWAITING_SHIPMENT"')
  await expect
    .poll(() => output)
    .toMatch(/\nMF-\d+\tord_\w+\t\S+\tAWAITING_SHIPMENT ALLOCATED\tportland\t2\tMaya Lindqvist\n/)
})
