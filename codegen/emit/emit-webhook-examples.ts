import { failedKeywordIn } from '../checks/failed-keyword.ts'
import type { Document } from '../model/document.ts'
import { readWebhooks } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { exampleExpression } from './example-expression.ts'

/** `webhook-examples.ts`: the document's example of what is posted, by event. */
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

/** The document's first example of what is posted to a subscriber, by event. */
export const webhookExamples: WebhookPayloads = {
${entries.join(',\n')}
}
`
}
