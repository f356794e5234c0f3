import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { watch } from 'chokidar'
import { endpoints } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { generate } from '../packages/openapi-hono/generate.ts'
import type { Document } from '../packages/openapi-hono/model/document.ts'
import { read } from '../packages/openapi-hono/read-document.ts'

/** Editors write a file in several steps. Changes within this time count as one. */
const settleMilliseconds = 100

/** The generated code that validates requests and replies. */
export type Layer = { endpoints: typeof endpoints; replies: typeof replies }

/**
 * Reloads the document when a file in its folder changes. An invalid document is reported, and the
 * mock continues with the last valid one.
 * @returns a function that stops watching.
 */
export const reloadOnChange = async (
  mock: { useDocument(document: Document, useLayer: () => void): Promise<void> },
  folder: URL,
  say: (line: string) => void,
): Promise<() => void> => {
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  const reload = async (): Promise<void> => {
    try {
      const { document, layer } = await generateLayer(
        fileURLToPath(new URL('openapi.yaml', folder)),
      )
      await mock.useDocument(document, () => useLayer(layer))
      say('The document changed and was reloaded')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      say(
        `The document changed but cannot be used. The mock continues with the last valid one:\n${reason}`,
      )
    }
  }
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      reading = reading.then(reload)
    }, settleMilliseconds)
  }
  const watcher = watch(fileURLToPath(folder), { ignoreInitial: true }).on('all', changed)
  await once(watcher, 'ready')
  return () => {
    clearTimeout(timer)
    void watcher.close()
  }
}

/**
 * Generates the code of a document into a temporary folder, and loads it.
 * @throws {Error} if the generator rejects the document.
 */
async function generateLayer(file: string) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  mkdirSync(join(root, 'dist'), { recursive: true })
  // Inside the project, so that imports of packages resolve.
  const folder = mkdtempSync(join(root, 'dist/mock-layer-'))
  try {
    const found = await read(file)
    for (const [name, text] of Object.entries(await generate(found))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href)
    const loaded: Pick<Layer, 'endpoints'> = await load('operations.ts')
    const { replies }: Pick<Layer, 'replies'> = await load('replies.ts')
    return { document: found.document, layer: { endpoints: loaded.endpoints, replies } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uses a layer in place of the loaded one. Apps that exist already keep their routes and validation. */
export function useLayer(layer: Layer): void {
  replace(endpoints, layer.endpoints)
  replace(replies, layer.replies)
}

function replace(present: object, next: object): void {
  for (const name of Object.keys(present)) Reflect.deleteProperty(present, name)
  Object.assign(present, next)
}
