import { printable } from '../process/printable.ts'

const barWidth = 24

const clearLine = '\r\u001b[K'

const millisecondsBetweenDraws = 100

const millisecondsBetweenLines = 10_000

/** Shows progress on stderr: as a bar on a terminal, and as a line every ten seconds elsewhere. */
export const startProgress = () => {
  const { stderr } = process
  const began = performance.now()
  const pause = stderr.isTTY ? millisecondsBetweenDraws : millisecondsBetweenLines
  let shownAt = stderr.isTTY ? Number.NEGATIVE_INFINITY : began
  let bar = ''

  return {
    /** @param fraction the share that is done, from 0 to 1. */
    show: (fraction: number, text: string): void => {
      const now = performance.now()
      if (now - shownAt < pause) return
      shownAt = now
      const done = Math.min(fraction, 1)
      const line = `${Math.floor(done * 100)} %${timeLeft(fraction, now - began)}, ${text}`
      if (!stderr.isTTY) {
        stderr.write(`${line}\n`)
        return
      }
      const full = Math.floor(done * barWidth)
      // Some terminals report 0 columns.
      const columns = (stderr.columns || 80) - 1
      bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${line}`.slice(0, columns)
      stderr.write(`${clearLine}${bar}`)
    },
    /** Writes a line that stays on the screen. */
    say: (text: string): void => {
      const line = printable(text)
      stderr.write(bar === '' ? `${line}\n` : `${clearLine}${line}\n${bar}`)
    },
    end: (): void => {
      if (bar !== '') stderr.write(clearLine)
      bar = ''
    },
  }
}

function timeLeft(fraction: number, elapsed: number): string {
  if (fraction <= 0 || elapsed < 1000) return ''
  const seconds = Math.round((elapsed / fraction - elapsed) / 1000)
  return `, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
}
