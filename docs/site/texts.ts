import type { Document } from '../../packages/openapi-hono/model/document.ts'
import { readOperations } from '../../packages/openapi-hono/model/model.ts'
import { emitFeed, type Release } from './changelog.ts'
import { emitLlms } from './llms.ts'
import { emitCollection } from './postman-collection.ts'
import { emitReference } from './reference-markdown.ts'
import { serverAddress } from './samples.ts'
import { emitTutorial, type Tutorial } from './tutorial.ts'

/**
 * Returns what people and tools read of a document, by file name.
 * @param siteUrl where a static host will serve the files. Links are relative if it is undefined.
 */
export const emitTexts = (
  document: Document,
  tutorials: readonly Tutorial[],
  changelog: readonly Release[],
  siteUrl?: string,
): Record<string, string> => {
  const operations = readOperations(document)
  return {
    'docs.md': emitReference(document),
    'llms.txt': emitLlms(document, tutorials, siteUrl === undefined ? '' : `${siteUrl}/`),
    'changelog.xml': emitFeed(document.info.title, changelog, siteUrl ?? serverAddress(document)),
    'collection.json': emitCollection(document, operations),
    ...Object.fromEntries(
      tutorials.map((tutorial) => [
        `tutorials/${tutorial.name}.md`,
        emitTutorial(tutorial, document, operations),
      ]),
    ),
  }
}
