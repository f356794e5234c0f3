import { BaseResolver, bundle, createConfig, lintDocument } from '@redocly/openapi-core'
import { checkDocument } from '../checks/check-document.ts'
import { type Document, isDocument } from './document.ts'
import { joinChapters } from './join-chapters.ts'

/** Thrown for a document that is not valid OpenAPI. The message has every problem. */
export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError'
}

/**
 * Reads an OpenAPI 3.1 document, split or whole, into one self-contained object.
 * @throws {InvalidDocumentError} when it is not valid OpenAPI.
 * @throws {UnsupportedError} when it has unsupported parts.
 */
export const readDocument = async (file: string): Promise<Document> => {
  const config = await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } })
  const externalRefResolver = new BaseResolver()
  const bundled = await bundle({ ref: file, config, externalRefResolver }).catch((error) => {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw new InvalidDocumentError(`${file} cannot be read: ${line}`)
  })
  const problems = [
    ...bundled.problems,
    ...(await lintDocument({ document: bundled.bundle, config, externalRefResolver })),
  ].filter(({ severity }) => severity === 'error')
  const lines = problems.map(
    ({ message, location }) => `  ${message} (${location[0]?.pointer ?? ''})`,
  )
  if (lines.length > 0)
    throw new InvalidDocumentError(
      `${file} is not a valid OpenAPI document:\n${[...new Set(lines)].join('\n')}`,
    )
  const { parsed } = bundled.bundle
  if (!isDocument(parsed)) throw new InvalidDocumentError(`${file} is not an OpenAPI document`)
  checkDocument(parsed)
  return joinChapters(parsed)
}
