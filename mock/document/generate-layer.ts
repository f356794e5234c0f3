import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { endpoints } from '../../generated/operations.ts'
import { replies } from '../../generated/replies.ts'
import { UnusableDocumentError } from './unusable-document-error.ts'

/** The generated code that validates requests and replies. */
export type Layer = { endpoints: typeof endpoints; replies: typeof replies }

/** The layer that the mock uses. */
export const loadedLayer: Layer = { endpoints, replies }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the generator. @throws {UnusableDocumentError} with its message. */
const generate = async (file: string, folder: string): Promise<void> => {
  const args = ['codegen/main.ts', '--from', file, '--to', folder]
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch(({ stderr }) => {
    throw new UnusableDocumentError(String(stderr).trim())
  })
}

/**
 * Generates the code of a document into a temporary folder, and loads it.
 * @throws {UnusableDocumentError} if the generator rejects the document.
 */
export const generateLayer = async (file: string): Promise<Layer> => {
  const parent = join(root, 'dist')
  mkdirSync(parent, { recursive: true })
  // Inside the project, so that imports of packages resolve.
  const folder = mkdtempSync(join(parent, 'mock-layer-'))
  try {
    await generate(file, folder)
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href)
    const { endpoints }: Pick<Layer, 'endpoints'> = await load('operations.ts')
    const { replies }: Pick<Layer, 'replies'> = await load('replies.ts')
    return { endpoints, replies }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uses a layer in place of the loaded one. Apps that exist already keep their validation. */
export const useLayer = (layer: Layer): void => {
  Object.assign(loadedLayer.endpoints, layer.endpoints)
  Object.assign(loadedLayer.replies, layer.replies)
}
