import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseDocument } from '../model/document.ts'
import { mergeMethods } from '../reference/merge-methods.ts'
import { docsDocument } from './docs-document.ts'
import { builder, configuration, document, path } from './inputs.ts'
import { readPages } from './pages.ts'
import { stylePage } from './style-page.ts'
import { withTutorials } from './tutorials.ts'

/** The files that the page links to, with their names in `generated/`. The server serves them too. */
const linkedFiles = {
  'openapi.json': 'openapi.json',
  'docs.md': 'reference.md',
  'collection.json': 'collection.json',
}

/** Builds the page of a document with Redoc. */
const buildWithRedoc = (file: string, to: string): void => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [builder, 'build-docs', file, '--inlineBundle', `--config=${configuration}`, `-o=${to}`],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (status !== 0) throw new Error(`The docs cannot be built:\n${stderr}`)
}

/**
 * Builds the page, and copies the files beside it that it links to.
 * @returns the page's size in bytes.
 */
export const buildPage = (to: string): number => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-docs-'))
  try {
    const shown = join(folder, 'openapi.json')
    const page = join(folder, 'docs.html')
    const given = mergeMethods(withTutorials(parseDocument(readFileSync(document, 'utf8'))))
    writeFileSync(shown, JSON.stringify(docsDocument(given)))
    buildWithRedoc(shown, page)
    mkdirSync(dirname(to), { recursive: true })
    for (const [name, from] of Object.entries(linkedFiles))
      copyFileSync(path(`generated/${from}`), join(dirname(to), name))
    // The rename is atomic: the server never reads a part of the page.
    writeFileSync(
      `${to}.new`,
      stylePage(readFileSync(page, 'utf8'), given.info.title, readPages(given)),
    )
    renameSync(`${to}.new`, to)
    return statSync(to).size
  } finally {
    rmSync(folder, { recursive: true })
  }
}
