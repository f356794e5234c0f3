import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mock } from './mock.ts'

/** Editors write a file in several steps; what changes within this time is one change. */
const settleMilliseconds = 100

/**
 * A folder and those in it. Each is watched by itself: a recursive watch is of files, and loses one
 * that is saved by renaming another over it.
 */
const foldersIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name)),
]

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Reads the document anew whenever something in its folder changes. One that cannot be read or mocked
 * is told of, and the last good one goes on being answered with.
 * @returns what ends the watching.
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
      // Redocly is large, and a start need not wait for it.
      const { readDocument } = await import('../codegen/model/read-document.ts')
      await mock.use(await readDocument(fileURLToPath(new URL('openapi.yaml', folder))))
      say('The document changed: its examples are answered with from now on')
    } catch (error) {
      say(`The document changed and cannot be used; the last good one stays:\n${reason(error)}`)
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
