import { execFileSync, spawn } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { findProgram } from '../kit/find-program.ts'
import { ofToday } from '../kit/of-today.ts'
import { root } from '../kit/project.ts'
import { runProgram, waitForOutput } from '../kit/run.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const venv = join(root, 'node_modules/.cache/fastapi')
const python = join(venv, 'bin/python')
const document = join(root, 'generated/openapi.json')

type Language = 'fastapi' | 'go'

const languages = ofToday<Language>(['fastapi', 'go'])

const programs = { fastapi: await findProgram('python3'), go: await findProgram('go') }

beforeAll(() => {
  const requirements = join(root, 'examples/servers/fastapi/requirements.txt')
  if (programs.fastapi === undefined || !languages.includes('fastapi')) return
  execFileSync(programs.fastapi, ['-m', 'venv', venv])
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
}, 1_200_000)

/** A text of a file, and its replacement. */
type Edit = [file: string, text: string, by: string]

/** Starts a copy of a server with planted mistakes. It stops after the test. */
const start = async (language: Language, edits: readonly Edit[] = []) => {
  const folder = temporaryFolder()
  cpSync(join(root, 'examples/servers', language), folder, { recursive: true })
  for (const [file, text, by] of edits) {
    const source = readFileSync(join(folder, file), 'utf8')
    expect(source.split(text)).toHaveLength(2)
    writeFileSync(
      join(folder, file),
      source.replace(text, () => by),
    )
  }
  if (language === 'go') execFileSync('go', ['build', '-o', 'server', '.'], { cwd: folder })
  const [program, ...args] = language === 'go' ? ['./server'] : [python, 'main.py']
  const child = spawn(`${program}`, [...args, document], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address: unknown = JSON.parse(await waitForOutput(child, /\n/))
  return z.object({ url: z.string(), key: z.string(), controls: z.string() }).parse(address)
}

/** Runs the suite on a server. */
const check = async (
  { url, key, controls }: Awaited<ReturnType<typeof start>>,
  ...more: string[]
) =>
  runProgram('contract-tests/main.ts', [
    ...['--url', url, '--key', key, '--controls', controls, '--own-words'],
    ...['--report', join(temporaryFolder(), 'report.md'), '--seed', '1', '--runs', '5', ...more],
  ])

/**
 * Mistakes that only a server of another language makes, or that only its controls show: the laws to run, the first cause,
 * and the edits of each server. The mutants of the suite are the others.
 */
const mistakes: [name: string, only: string, cause: RegExp, py: Edit[], go: Edit[]][] = [
  [
    'float quantities',
    'A body that violates',
    /createOrder: the message must be "Invalid request body"/,
    [
      [
        'validate.py',
        '.redefine("string", is_text)',
        '.redefine("string", is_text).redefine("integer", lambda _, value: isinstance(value, (int, float)))',
      ],
    ],
    [['validate.go', 'value == math.Trunc(value)', 'value < math.Inf(1)']],
  ],
  [
    'redirect',
    'A failed test delivery',
    /success and statusCode must be \[false,307\]|the number of deliveries must be 1/,
    [['webhooks.py', 'follow_redirects=False', 'follow_redirects=True']],
    [['webhooks.go', 'client.CheckRedirect', '_']],
  ],
  [
    'late delivery',
    'An order event',
    /the number of deliveries must be 3, not 0/,
    [
      ['webhooks.py', 'while self.pending:', 'while False:'],
      [
        'webhooks.py',
        '        try:\n            status',
        '        await asyncio.sleep(60)\n        try:\n            status',
      ],
    ],
    [
      ['controls.go', 's.sender.pending.Wait()', ''],
      ['webhooks.go', 'Go(func() { ', 'Go(func() { time.Sleep(time.Minute); '],
    ],
  ],
]

describe.each(languages)('The server in %s', (language) => {
  const missing = programs[language] === undefined ? `${language} is not installed` : undefined

  test('keeps every law, and only faults is skipped', { timeout: 600_000 }, async ({ skip }) => {
    if (missing !== undefined) skip(missing)
    // The nightly workflow draws more values.
    const runs = inject('isThorough') ? [] : ['--runs', '1']
    const { status, stdout } = await check(await start(language), ...runs)
    expect(stdout, stdout).toMatch(/^\d+ laws kept, 0 broken, 1 skipped/m)
    expect(stdout).toMatch(/^– faults .*\(skipped: there is no control fail-next\)$/m)
    expect(stdout).toMatch(/0 were changed\.$/m)
    expect(status).toBe(0)
  })

  test.for(ofToday(mistakes))(
    '%s is the first cause',
    async ([_, only, cause, py, go], { skip }) => {
      if (missing !== undefined) skip(missing)
      const server = await start(language, language === 'go' ? go : py)
      const { status, stdout } = await check(server, '--only', only)
      expect(/^Fix first: .*$/m.exec(stdout)?.[0]).toMatch(cause)
      expect(status).toBe(1)
    },
  )
})
