import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { readAssets } from './assets.ts'

test('the name of an asset has 72 bits of the hash of its content, and other files are no assets', () => {
  const folder = temporaryFolder()
  for (const name of ['page.js', 'base.css', 'mark.svg', 'page.ts', 'notes.txt', 'js'])
    writeFileSync(join(folder, name), name)
  const { byName, nameOf } = readAssets(pathToFileURL(`${folder}/`))
  const hashed = (stem: string, extension: string) => {
    const content = `${stem}.${extension}`
    const hash = createHash('sha256').update(content).digest().subarray(0, 9)
    return `${stem}.${hash.toString('base64url')}.${extension}`
  }
  expect(Object.fromEntries(byName)).toEqual({
    [hashed('page', 'js')]: { contentType: 'text/javascript; charset=utf-8', text: 'page.js' },
    [hashed('base', 'css')]: { contentType: 'text/css; charset=utf-8', text: 'base.css' },
    [hashed('mark', 'svg')]: { contentType: 'image/svg+xml', text: 'mark.svg' },
  })
  expect(nameOf('base.css')).toBe(hashed('base', 'css'))
  expect(() => nameOf('page.ts')).toThrow('No asset page.ts')
})
