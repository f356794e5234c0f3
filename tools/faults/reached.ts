import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The folder that has, for each test file, the indexes of the faults whose code it executes. */
export const reachedFolder = (folder: string): string => join(folder, 'dist', 'reached')

/** Forgets what tests reached. */
export const clearReached = (folder: string): void => {
  rmSync(reachedFolder(folder), { recursive: true, force: true })
  mkdirSync(reachedFolder(folder), { recursive: true })
}

/** Returns the indexes of the faults whose code each test file executes. */
export const readReached = (folder: string): Map<string, Set<number>> =>
  new Map(
    readdirSync(reachedFolder(folder)).map((name) => {
      const text = readFileSync(join(reachedFolder(folder), name), 'utf8')
      return [decodeURIComponent(name), new Set(z.array(z.number()).parse(JSON.parse(text)))]
    }),
  )
