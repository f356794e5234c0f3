import { setTimeout as wait } from 'node:timers/promises'
import type { Instead } from './browser/in-place-of.ts'
import { wishedAnswer } from './browser/wished-answer.ts'
import type { Controls } from './controls.ts'
import type { PrismEngine } from './prism-engine.ts'
import { isPlain } from './wish.ts'
import { errands } from './wishes.ts'

type Parts = {
  controls: Controls
  engine: PrismEngine
  seed: string
  /** Answers where nothing is wished for. */
  otherwise: Instead
}

/** Trouble first, then wishes, then what the operation does otherwise. */
export const answerInstead =
  ({ controls, engine, seed, otherwise }: Parts): Instead =>
  async (operationId, input, call, itself) => {
    const trouble = controls.take(operationId)
    if (trouble) {
      await wait(trouble.latencyMilliseconds)
      if (trouble.fails) throw new Error(`${operationId} was told to fail`)
    }
    const errand = errands.getStore()
    if (!errand || isPlain(errand.wish)) return otherwise(operationId, input, call, itself)
    return wishedAnswer(operationId, errand, (wish) => engine.answer(operationId, wish, seed))
  }
