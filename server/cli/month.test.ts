import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { wordsOf } from '../../tests/kit/shell-lines.ts'

const setTime = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })

afterEach(() => void vi.useRealTimers())

/** Returns the documented month: its files by name, and its days with their commands and output. */
const documentedMonth = () => {
  const path = new URL('../../docs/operating.md', import.meta.url)
  const [section = ''] = /^### A month$.*?^### /ms.exec(readFileSync(path, 'utf8')) ?? []
  const files = [...section.matchAll(/^`([\w.]+)`.*:\n\n```\w+\n((?:.|\n)*?)^```$/gm)]
  const [, block = ''] = /^```console\n(.*?)^```$/ms.exec(section) ?? []
  const days = block
    .split(/^# /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...commands] = text.split(/^\$ npx merch /m)
      const runs = commands.map((command) => {
        const [line = '', ...output] = command.trimEnd().split('\n')
        return { line, output: output.join('\n') }
      })
      return { time: Date.parse(`${title.split(':')[0]} 2026 09:00Z`), runs }
    })
  return { files: files.map(([, name = '', text = '']) => ({ name, text })), days }
}

test('the month of the documentation is what its commands print', async () => {
  const { merch, write } = terminal()
  const { files, days } = documentedMonth()
  const words = new Map(files.map(({ name, text }) => [name, write(name, text)]))
  for (const { time, runs } of days) {
    setTime(time)
    for (const { line, output } of runs) {
      const [command = '', target] = line.split(' > ')
      const { stdout, stderr } = await merch(
        ...wordsOf(command).map((word) => words.get(word) ?? word),
      )
      for (const [name, id] of [
        ['ID', /^acc_\w+/],
        ['CAMPAIGN', /cmp_\w+/],
      ] as const)
        if (!words.has(name) && id.test(stdout)) words.set(name, String(id.exec(stdout)))
      const text = target === undefined ? stdout + stderr : stderr
      const printed = text
        .trimEnd()
        .replaceAll(/(?<=acc_|cmp_|ord_|inv_|\/i\/|command )[\w-]+/g, '…')
      expect(printed.split('\n').toSorted(), line).toEqual(output.split('\n').toSorted())
    }
  }
}, 120_000)
