import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { html } from 'hono/html'
import type { Browser } from 'playwright-core'

/** A row of a contact sheet: the pictures of a state. */
export type SheetRow = { name: string; files: readonly string[] }

const sheetOf = (title: string, rows: readonly SheetRow[]) => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<style>
body { margin: 24px; font: 16px/1.4 system-ui, sans-serif; background: #fff; color: #222 }
section { margin-block: 0 28px }
h2 { margin: 0 0 6px; font-size: 16px }
div { display: flex; gap: 12px; align-items: flex-start }
img { block-size: 320px; inline-size: 512px; object-fit: cover; object-position: top; border: 1px solid #ccc }
img[src*="-375-"] { inline-size: 148px }
</style></head>
<body><h1>${title}</h1>
${rows.map(
  ({ name, files }) =>
    html`<section><h2>${name}</h2><div>${files.map((file) => html`<a href="${file}"><img src="${file}" alt="${file}"></a>`)}</div></section>`,
)}
</body></html>
`

/** Writes the contact sheet of a surface, as HTML and as a picture. */
export const writeContactSheet = async (
  browser: Browser,
  folder: string,
  surface: string,
  rows: readonly SheetRow[],
): Promise<void> => {
  const sheet = `${folder}/${surface}.html`
  writeFileSync(sheet, String(await sheetOf(`Screenshots: ${surface}`, rows)))
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(pathToFileURL(sheet).href)
  await page.screenshot({ path: `${folder}/${surface}.png`, fullPage: true })
  await page.close()
}
