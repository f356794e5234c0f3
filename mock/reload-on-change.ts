import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateLayer } from './document.ts'
import type { Mock } from './mock.ts'

/** Editors write a file in several steps. Changes within this time count as one. */
const settleMilliseconds = 100

/**
 * Returns a folder and its subfolders. Each is watched separately: a recursive watch misses files
 * that are replaced by renaming.
 */
const foldersIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name)),
]

/**
 * Reloads the document when a file in its folder changes. An invalid document is reported, and the
 * mock continues with the last valid one.
 * @returns a function that stops watching.
 */
export const reloadOnChange = (
  mock: Mock,
  folder: URL,
  say: (line: string) => void,
): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  const reload = async (): Promise<void> => {
    try {
      // Redocly is large: import it only when needed, so that the mock starts fast.
      const { readDocument } = await import('../codegen/model/read-document.ts')
      const file = fileURLToPath(new URL('openapi.yaml', folder))
      await mock.useDocument(await readDocument(file), () => generateLayer(file))
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
      watchFolders()
      reading = reading.then(reload)
    }, settleMilliseconds)
  }
  const watchers = new Map<string, FSWatcher>()
  const watchFolders = () => {
    for (const each of foldersIn(fileURLToPath(folder)))
      if (!watchers.has(each)) watchers.set(each, watch(each, changed))
  }
  watchFolders()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}
