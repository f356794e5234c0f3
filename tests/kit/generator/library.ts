import { fileURLToPath } from 'node:url'
import { Layer } from '../../../packages/openapi-hono/emit/layer.ts'
import { read } from '../../../packages/openapi-hono/read-document.ts'

const path = fileURLToPath(new URL('library.yaml', import.meta.url))

/** Reads the document of another API, as the generator reads it. */
export const library = async () => {
  const { document, report } = await read(path)
  const layer = new Layer(document, report)
  return { path, document, operations: [...layer.operations], layer }
}
