import type { Hono } from 'hono'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import type { Env } from '../../server/http/call.ts'

/**
 * Returns a function that replaces the URL of the service in a part of the document. Pictures and
 * invites of examples are then found at the mock.
 */
export const useBaseUrl = (document: Document, baseUrl: string) => {
  const documented = documentedUrl(document)
  return <T>(part: T): T => {
    const copy = structuredClone({ part })
    changeTexts(copy, (text) => text.replaceAll(documented, () => baseUrl))
    return copy.part
  }
}

/** Returns the URL of the service in the document's examples. */
function documentedUrl({ servers: [server] = [] }: Document): string {
  return server?.variables?.base_url?.default ?? 'no URL'
}

function changeTexts(value: object, change: (text: string) => string): void {
  for (const [key, each] of Object.entries(value))
    if (typeof each === 'string') Reflect.set(value, key, change(each))
    else if (typeof each === 'object' && each !== null) changeTexts(each, change)
}

/** Returns the paths of the service's URLs in examples. */
export const examplePaths = (document: Document): readonly string[] => {
  const text = JSON.stringify([document.paths, document.components?.examples])
  const [, ...rests] = text.split(`"${documentedUrl(document)}/`)
  return [...new Set(rests.map((rest) => `/${rest.slice(0, rest.indexOf('"'))}`))]
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>An example of the mock</title>
<h1>An example of the mock</h1>
<p>This URL is from an example of the API’s document. On the service, the recipient of an invite redeems it at such a URL.
<p>The stateful mock has these pages: <code>npm run mock -- --stateful</code>
</html>
`

/** Serves a page at each URL of the service in examples. Pictures have a place of their own. */
export const mountExamplePages = (document: Document) => (app: Hono<Env>) => {
  for (const path of examplePaths(document))
    if (!path.startsWith('/cdn/')) app.get(path, (context) => context.html(page))
}
