import { setTimeout as wait } from 'node:timers/promises'
import type { Interceptor } from './browser/intercept-operations.ts'
import { preferredReply } from './browser/preferred-reply.ts'
import type { Controls } from './controls.ts'
import { isEmptyPreference } from './preference.ts'
import type { PrismEngine } from './prism-engine.ts'
import { currentContext } from './request-context.ts'

type Parts = {
  controls: Controls
  engine: PrismEngine
  seed: string
  /** Handles calls without a preference. */
  fallback: Interceptor
}

/** Applies a simulated failure, then the preference, and otherwise the fallback. */
export const mockInterceptor =
  ({ controls, engine, seed, fallback }: Parts): Interceptor =>
  async (operationId, input, call, next) => {
    const failure = controls.takeFailure(operationId)
    if (failure) {
      await wait(failure.latencyMilliseconds)
      if (failure.fails) throw new Error(`simulated failure of ${operationId}`)
    }
    const context = currentContext.getStore()
    if (!context || isEmptyPreference(context.preference))
      return fallback(operationId, input, call, next)
    return preferredReply(operationId, context, (preference) =>
      engine.answer(operationId, preference, seed),
    )
  }
