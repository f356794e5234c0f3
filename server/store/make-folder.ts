import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those that it is in, unless they exist. Node's own recursion does not end in folders such as
 * `/proc`, where nothing can be made.
 * @param mode of the folders that are made.
 * @throws if one cannot be made.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Another process may have made it since.
    if (!existsSync(path)) throw error
  }
}
