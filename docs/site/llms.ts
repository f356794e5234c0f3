import type { Document } from '../../packages/openapi-hono/model/document.ts'
import { readOperations, readWebhooks } from '../../packages/openapi-hono/model/model.ts'
import { linked, oneLine } from './markdown.ts'
import { mergeMethods, sharedParts } from './reference-markdown.ts'
import type { Tutorial } from './tutorial.ts'

/** Emits `/llms.txt` (llmstxt.org): a summary of the API with links, for language models. */
export const emitLlms = (
  document: Document,
  tutorials: readonly Tutorial[],
  root: string,
): string => {
  const operations = readOperations(mergeMethods(document))
  const { title, summary: about, description = '' } = document.info
  const webhooks = readWebhooks(document)
  const introduction = (description.split(/^# /m)[0] ?? '').trim()
  const { headers } = sharedParts(operations)
  const shared = headers.map(({ name }) => `\`${name}\``).join(', ')
  const lines = [
    `# ${title}`,
    ...(about ? ['', `> ${about}`] : []),
    ...(introduction ? ['', linked(introduction, webhooks, `${root}docs.md`)] : []),
    ...list('Reference', [
      `- [Reference](${root}docs.md): everything as one Markdown page: operations, fields, bounds, statuses, messages, examples`,
      `- [Every operation](${root}docs.md#section/every-operation): headers and responses that all operations share: ${shared}`,
      `- [Error messages](${root}docs.md#section/error-messages): each message with its cause and remedy`,
      `- [OpenAPI document](${root}openapi.json): the same for programs`,
      `- [Changelog](${root}changelog.html): changes of each version, also as an [Atom feed](${root}changelog.xml)`,
      `- [Postman collection](${root}collection.json): every operation with its examples, for Postman and Bruno`,
    ]),
    ...list(
      'Tutorials',
      tutorials.map(
        ({ name, info }) => `- [${info.title}](${root}tutorials/${name}.md): ${info.summary}`,
      ),
    ),
    ...list(
      'Operations',
      operations.map(({ id, method, path, summary, description: words }) =>
        `- [${summary || id}](${root}docs.md#${id}): \`${method.toUpperCase()} ${path}\`. ${firstSentence(words)}`.trimEnd(),
      ),
    ),
    ...list(
      'Events',
      webhooks.map(
        ({ name, description: words }) =>
          `- [${name}](${root}docs.md#${name}): ${firstSentence(words)}`,
      ),
    ),
  ]
  return `${lines.join('\n')}\n`
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', `## ${title}`, '', ...lines] : []
}

function firstSentence(text: string): string {
  return oneLine(/^.*?[.:](?=\s|$)/s.exec(text.trim())?.[0] ?? text).replace(/:$/, '.')
}
