/** The stream that shows progress: stderr, or a test's substitute. */
export type Screen = {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

/** Shows the progress of a long task. */
export type Progress = {
  /** @param fraction the share that is done, from 0 to 1. */
  show(fraction: number, text: string): void
  /** Writes a line that stays on the screen. */
  say(line: string): void
  /** Removes the bar. */
  end(): void
}

const barWidth = 24
const clearLine = '\r\u001b[K'
const millisecondsBetweenDraws = 100
const millisecondsBetweenLines = 10_000

const timeLeft = (fraction: number, elapsed: number): string => {
  if (fraction <= 0 || elapsed < 1000) return ''
  const seconds = Math.round((elapsed / fraction - elapsed) / 1000)
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')]
  return `, ${minutes}:${rest} left`
}

const percent = (fraction: number): string => `${Math.floor(Math.min(fraction, 1) * 100)} %`

const barOf = (fraction: number): string => {
  const full = Math.floor(Math.min(fraction, 1) * barWidth)
  return '█'.repeat(full) + '░'.repeat(barWidth - full)
}

/**
 * Shows progress as a bar on a terminal, and as a line every ten seconds elsewhere.
 * @param now a monotonic clock, in milliseconds.
 */
export const progressOn = (
  screen: Screen,
  now: () => number = () => performance.now(),
): Progress => {
  const began = now()
  const isTerminal = screen.isTTY === true
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : began
  let bar = ''

  return {
    show: (fraction, text) => {
      if (now() - shownAt < (isTerminal ? millisecondsBetweenDraws : millisecondsBetweenLines))
        return
      shownAt = now()
      const left = timeLeft(fraction, now() - began)
      if (!isTerminal) {
        screen.write(`${percent(fraction)}${left}, ${text}\n`)
        return
      }
      const line = `${barOf(fraction)} ${percent(fraction)}${left}, ${text}`
      // Some terminals report 0 columns.
      bar = line.slice(0, (screen.columns || 80) - 1)
      screen.write(`${clearLine}${bar}`)
    },
    say: (line) => {
      screen.write(bar === '' ? `${line}\n` : `${clearLine}${line}\n${bar}`)
    },
    end: () => {
      if (bar !== '') screen.write(clearLine)
      bar = ''
    },
  }
}
