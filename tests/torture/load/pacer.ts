import { setTimeout as sleep } from 'node:timers/promises'

/** How much of what was missed is made up for, in milliseconds: what comes back is not overrun. */
const catchUp = 200

/** Hands out turns, so many in a second; infinitely many as fast as they are asked for. */
export const pacer = () => {
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
