import { setTimeout as sleep } from 'node:timers/promises'

/** How much of a delay is made up for, in milliseconds, so that a restarted server is not flooded. */
const catchUp = 200

/** Limits the rate of requests: each awaits `turn`. */
export const requestRate = () => {
  let between = 0
  let next = 0
  let turns = 0
  const turn = async (): Promise<void> => {
    turns++
    if (between === 0) return
    const now = performance.now()
    next = Math.max(next + between, now - catchUp)
    if (next > now) await sleep(next - now)
  }
  const setRate = (perSecond: number) => {
    between = perSecond === Number.POSITIVE_INFINITY ? 0 : 1000 / perSecond
  }
  return { turn, setRate, turns: () => turns }
}
