import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from '../generate.ts'
import type { Document } from '../model/document.ts'
import { read } from '../model/read-document.ts'

/**
 * Generates the layer of a document, read from a file as the generator reads it, and returns the
 * folder. It is inside the repository, so that the layer finds its packages.
 */
export const generateLayer = async (name: string, document: Document): Promise<string> => {
  const folder = fileURLToPath(new URL(`../../dist/layers/${name}`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'document.json')
  writeFileSync(file, JSON.stringify(document))
  // With the outputs that need zod, if it can express the document.
  const outputs = await generate(await read(file), true).catch(async () =>
    generate(await read(file)),
  )
  for (const [output, text] of Object.entries(outputs)) writeFileSync(join(folder, output), text)
  return folder
}
