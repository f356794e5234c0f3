/** Where progress is shown: standard error, or what stands for it. */
export type Screen = {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

/** Shows how far a long piece of work has come. */
export type Progress = {
  /** @param fraction how much is done, from 0 to 1. */
  show(fraction: number, text: string): void
  /** Writes a line that stays. */
  say(line: string): void
  /** Takes the bar away. */
  end(): void
}

const barWidth = 24
const clearLine = '\r\u001b[K'
/** How often a bar is drawn, and how often a line is written where none can be drawn. */
const [drawEvery, writeEvery] = [100, 10_000] as const

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
 * A bar on a terminal; elsewhere, a line every few seconds.
 * @param now a clock that never goes back, in milliseconds.
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
      if (now() - shownAt < (isTerminal ? drawEvery : writeEvery)) return
      shownAt = now()
      const left = timeLeft(fraction, now() - began)
      if (!isTerminal) {
        screen.write(`${percent(fraction)}${left}, ${text}\n`)
        return
      }
      const line = `${barOf(fraction)} ${percent(fraction)}${left}, ${text}`
      bar = line.slice(0, (screen.columns ?? 80) - 1)
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
