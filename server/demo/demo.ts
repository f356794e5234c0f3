import { isRefusal, type Refusal } from '../domain/refusal.ts'
import type { demoPeople } from './demo-people.ts'

/** A day in milliseconds. */
export const day = 86_400_000

/** What the rest of the demo is built on. */
export type Demo = {
  account: string
  now: number
  warehouses: [string, string]
  /** The active campaign. */
  campaign: string
  skus: string[]
  people: ReturnType<typeof demoPeople>
}

/** A time some days before now. */
export const daysAgo = ({ now }: Demo, days: number): number => now - days * day

/** The demo breaks no rule; if it does, it is wrong. */
export const expectAllowed = <T extends object>(result: T | Refusal): T => {
  if (isRefusal(result)) throw new Error(`The demo data is refused: ${JSON.stringify(result)}`)
  return result
}
