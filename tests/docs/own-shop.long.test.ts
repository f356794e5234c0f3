import { spawn, spawnSync } from 'node:child_process'
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

test('the first lines of README lead from an empty database to an order, and the next stop the server', async () => {
  const block = blockOf('README.md')
  expect(block.split('\n').length).toBeLessThanOrEqual(11)
  expect(blockOf('docs/operating.md')).toBe(block)

  for (const document of ['README.md', 'docs/operating.md'])
    expect(readFileSync(join(root, document), 'utf8')).toContain('`kill $!` stops the server')
  const port = await freePort()
  const lines = `${block.replaceAll(':8080', `:${port}`)}kill $!\nwait $!\n`
  const shell = spawn('sh', ['-e', '-c', lines], {
    cwd: root,
    env: {
      ...programEnvironment(),
      DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    // A server that outlives the lines is in their group.
    spawnSync('kill', ['--', `-${shell.pid}`])
  })
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  expect(await once(shell, 'exit')).toEqual([0, null])
  await expect
    .poll(() => output)
    .toMatch(/\nMF-\d+\tord_\w+\t\S+\tAWAITING_SHIPMENT ALLOCATED\tportland\t2\tMaya Lindqvist\n/)
  expect(output).toContain('"status":"AWAITING_SHIPMENT"')
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      () => 'served',
      () => 'closed',
    )
  await expect.poll(ready).toBe('closed')
})
