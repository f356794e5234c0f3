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
import { type Document, parseDocument } from '../model/document.ts'
import { docsDocument } from './docs-document.ts'
import { builder, configuration, document } from './inputs.ts'
import { stylePage } from './style-page.ts'
import { withTutorials } from './tutorials.ts'

/** Lays a document out; what the builder prints matters only when it fails. */
const layOut = (file: string, to: string): void => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [builder, 'build-docs', file, '--inlineBundle', `--config=${configuration}`, `-o=${to}`],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (status !== 0) throw new Error(`The docs could not be built:\n${stderr}`)
}

/**
 * Builds the page, and puts the document beside it, which the page leads to.
 * @returns the page's size in bytes.
 */
export const buildPage = (to: string): number => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-docs-'))
  try {
    const shown = join(folder, 'openapi.json')
    const page = join(folder, 'docs.html')
    const given: Document = withTutorials(parseDocument(readFileSync(document, 'utf8')))
    writeFileSync(shown, JSON.stringify(docsDocument(given)))
    layOut(shown, page)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(document, join(dirname(to), 'openapi.json'))
    // A reader gets the old or the new page, never a part.
    writeFileSync(`${to}.new`, stylePage(readFileSync(page, 'utf8'), given.info.title))
    renameSync(`${to}.new`, to)
    return statSync(to).size
  } finally {
    rmSync(folder, { recursive: true })
  }
}
