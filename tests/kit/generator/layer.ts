import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generate } from '../../../packages/openapi-hono/generate.ts'
import type { Document } from '../../../packages/openapi-hono/model/document.ts'
import { read } from '../../../packages/openapi-hono/read-document.ts'
import { layersFolder } from './layers-folder.ts'

/** Generates the layer of a document, read from a file as the generator reads it, and returns the folder. */
export const generateLayer = async (name: string, document: Document): Promise<string> => {
  // A folder for each process: two projects may run one file at once.
  const folder = join(layersFolder(process.ppid), String(process.pid), name)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'document.json')
  writeFileSync(file, JSON.stringify(document))
  // With the outputs that need zod, if it can express the document.
  const outputs = await generate(await read(file), true).catch(async () =>
    generate(await read(file)),
  )
  for (const [output, text] of Object.entries(outputs)) {
    const file = join(folder, output)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}
