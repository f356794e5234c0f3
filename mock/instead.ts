import { setTimeout as wait } from 'node:timers/promises'
import type { Controls } from './controls.ts'
import { isOfEdge } from './edge-statuses.ts'
import type { Instead } from './mock-operations.ts'
import { type EngineAnswer, ImpossibleWish, type PrismEngine } from './prism-engine.ts'
import { isPlain, noWish } from './wish.ts'
import { errands } from './wishes.ts'

type Parts = {
  controls: Controls
  engine: PrismEngine
  seed: string
  /** Answers where nothing is wished for. */
  otherwise: Instead
}

const impossible = (error: unknown): EngineAnswer => {
  if (!(error instanceof ImpossibleWish)) throw error
  return { status: 400, contentType: 'application/json', body: { message: error.message } }
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
    try {
      const wished = await engine.answer(operationId, errand.wish, seed)
      if (!isOfEdge(operationId, wished.status)) return wished
      errand.replacement = wished
    } catch (error) {
      errand.replacement = impossible(error)
    }
    // Whatever it is, it is not what goes out.
    return engine.answer(operationId, noWish, seed)
  }
