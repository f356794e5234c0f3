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
import { builder, configuration, document } from './inputs.ts'
import { readPages } from './pages.ts'
import { stylePage } from './style-page.ts'
import { withTutorials } from './tutorials.ts'

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
 * Builds the page, and copies the document beside it, because the page links to it.
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
    copyFileSync(document, join(dirname(to), 'openapi.json'))
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
