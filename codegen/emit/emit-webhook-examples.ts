import { failedKeywordIn } from '../checks/failed-keyword.ts'
import type { Document } from '../model/document.ts'
import { readWebhooks } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { exampleExpression } from './example-expression.ts'

/** Emits `webhook-examples.ts`: an example payload of each event. */
export const emitWebhookExamples = (document: Document): string => {
  const scope = {
    schemas: document.components?.schemas ?? {},
    failedKeyword: failedKeywordIn(document),
  }
  const entries = readWebhooks(document).map(
    ({ name, schema, examples }) =>
      `${key(name)}: ${exampleExpression(schema, examples, scope, name)}`,
  )
  return `${banner}
import type { WebhookPayloads } from './webhooks.ts'

/** The document's first example of each event's payload. */
export const webhookExamples: WebhookPayloads = {
${entries.join(',\n')}
}
`
}
