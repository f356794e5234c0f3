import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { backUp } from './backup.ts'
import { openSqliteStore } from './sqlite-store.ts'

const descriptors = '/proc/self/fd'

/** Returns the files below a folder that this process has open. */
const openFilesIn = (folder: string): string[] =>
  readdirSync(descriptors).flatMap((name) => {
    const path = join(descriptors, name)
    // The descriptor of the listing itself is closed by now.
    const file = existsSync(path) ? readlinkSync(path) : ''
    return file.startsWith(folder) ? [file] : []
  })

test.skipIf(!existsSync(descriptors))('a store and a backup close every file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'merch.db')
  const store = await openSqliteStore(file)
  expect(openFilesIn(folder)).toContain(file)
  await backUp(file, join(folder, 'backup.db'))
  await store.close()
  expect(openFilesIn(folder)).toEqual([])
})
