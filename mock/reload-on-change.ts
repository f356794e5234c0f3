import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { watch } from 'chokidar'
import { parseDocument } from '../codegen/model/document.ts'
import { endpoints } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import type { Mock } from './mock.ts'

/** Editors write a file in several steps. Changes within this time count as one. */
const settleMilliseconds = 100

/** The generated code that validates requests and replies. */
export type Layer = { endpoints: typeof endpoints; replies: typeof replies }

/** Uses a layer in place of the loaded one. Apps that exist already keep their validation. */
export const useLayer = (layer: Layer): void => {
  Object.assign(endpoints, layer.endpoints)
  Object.assign(replies, layer.replies)
}

const listOf = (given: Layer['endpoints']): string =>
  Object.entries(given)
    .map(([id, { method, path }]) => `${id} ${method} ${path}`)
    .toSorted()
    .join('\n')

/**
 * Generates the code of a document into a temporary folder, and loads it.
 * @throws {Error} if the generator rejects the document, or it has other operations.
 */
const generateLayer = async (file: string) => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  mkdirSync(join(root, 'dist'), { recursive: true })
  // Inside the project, so that imports of packages resolve.
  const folder = mkdtempSync(join(root, 'dist/mock-layer-'))
  try {
    const args = ['codegen/command.ts', 'generate', file, '--out', folder]
    await promisify(execFile)(process.execPath, args, { cwd: root }).catch(({ stderr }) => {
      throw new Error(String(stderr).trim())
    })
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href)
    const loaded: Pick<Layer, 'endpoints'> = await load('operations.ts')
    const { replies }: Pick<Layer, 'replies'> = await load('replies.ts')
    if (listOf(loaded.endpoints) !== listOf(endpoints))
      throw new Error(
        'Operations, methods or paths changed. Run npm run generate, then restart the mock.',
      )
    const document = parseDocument(readFileSync(join(folder, 'openapi.json'), 'utf8'))
    return { document, layer: { endpoints: loaded.endpoints, replies } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Reloads the document when a file in its folder changes. An invalid document is reported, and the
 * mock continues with the last valid one.
 * @returns a function that stops watching.
 */
export const reloadOnChange = async (
  mock: Mock,
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
