import type { Document } from '../../packages/openapi-hono/model/document.ts'
import { InvalidRequest, type MockReply } from './choose-reply.ts'

/** Generates a reply of an operation from its schema. The same seed gives the same reply. */
export type Generate = (
  operationId: string,
  reply: { status: number; example?: string | undefined },
  seed: string,
) => MockReply | Promise<MockReply>

/** Loads a generator for the replies of a document. */
export type LoadGenerator = (document: Document) => Promise<Generate>

/**
 * Returns a loader that uses the first engine that is installed.
 * @param engines the engines, each a module that is large or may be missing.
 */
export const firstInstalled =
  (engines: readonly LoadGenerator[]): LoadGenerator =>
  async (document) => {
    for (const load of engines)
      try {
        return await load(document)
      } catch (error) {
        if (!isMissingModule(error)) throw error
      }
    return noGenerator(document)
  }

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

export const noGenerator: LoadGenerator = async () => {
  throw new InvalidRequest(
    'dynamic needs a package. Install it with npm install --save-dev @faker-js/faker',
  )
}
