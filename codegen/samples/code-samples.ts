import type { Document } from '../model/document.ts'
import { readOperations } from '../model/model.ts'
import { curlSample } from './curl.ts'
import { pythonSample } from './python.ts'
import { sampleRequest } from './sample-request.ts'
import { typescriptSample } from './typescript.ts'

/** An entry of `x-codeSamples`. */
export type CodeSample = { lang: string; label: string; source: string }

/**
 * Returns samples of every operation, by operationId. They run unchanged with the server's address and
 * the key in environment variables.
 */
export const codeSamples = (document: Document): ReadonlyMap<string, readonly CodeSample[]> =>
  new Map(
    readOperations(document).map((operation) => {
      const request = sampleRequest(document, operation)
      return [
        operation.id,
        [
          { lang: 'Shell', label: 'curl', source: `${curlSample(request)}\n` },
          { lang: 'TypeScript', label: 'TypeScript', source: `${typescriptSample(request)}\n` },
          { lang: 'Python', label: 'Python', source: `${pythonSample(request)}\n` },
        ],
      ]
    }),
  )
