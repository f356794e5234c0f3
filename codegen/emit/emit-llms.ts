import type { Document } from '../model/document.ts'
import { type Operation, readWebhooks } from '../model/model.ts'
import { introduction, linked } from '../reference/chapters.ts'
import type { Tutorial } from '../tutorials/read-workflows.ts'

/** Returns the first sentence of a text, on one line. */
const firstSentence = (text: string): string =>
  (/^.*?[.:](?=\s|$)/s.exec(text.trim())?.[0] ?? text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/:$/, '.')

/**
 * Emits `llms.txt` (llmstxt.org): a summary of the API with links to its documentation, for language
 * models.
 */
export const emitLlms = (
  document: Document,
  operations: readonly Operation[],
  tutorials: readonly Tutorial[] = [],
): string => {
  const { info } = document
  const webhooks = readWebhooks(document)
  const lines = [
    `# ${info.title}`,
    ...(info.summary ? ['', `> ${info.summary}`] : []),
    ...(info.description ? ['', linked(introduction(info.description), webhooks, '/docs.md')] : []),
    '',
    '## Reference',
    '',
    '- [Reference](/docs.md): everything as one Markdown page: operations, fields, bounds, statuses, messages, examples',
    '- [OpenAPI document](/openapi.json): the same for programs',
    '- [Postman collection](/collection.json): every operation with its examples, for Postman and Bruno',
    ...(tutorials.length > 0
      ? [
          '',
          '## Tutorials',
          '',
          ...tutorials.map(
            ({ name, info: { title, summary: words } }) =>
              `- [${title}](/tutorials/${name}.md): ${words}`,
          ),
        ]
      : []),
    '',
    '## Operations',
    '',
    ...operations.map(({ id, method, path, summary, description }) =>
      `- [${summary || id}](/docs.md#${id}): \`${method.toUpperCase()} ${path}\`. ${firstSentence(description)}`.trimEnd(),
    ),
    ...(webhooks.length > 0
      ? [
          '',
          '## Events',
          '',
          ...webhooks.map(
            ({ name, description }) =>
              `- [${name}](/docs.md#${name}): ${firstSentence(description)}`,
          ),
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
