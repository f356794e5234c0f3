import { readFileSync } from 'node:fs'
import { raw } from 'hono/html'

const files = ['../../styles/tokens.css', '../../styles/base.css', 'report.css']

/** Returns the style of the report, which is one file that people send to each other. */
export const pageStyle = () =>
  raw(files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n'))
