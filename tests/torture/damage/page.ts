import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A page of a database file, and the table or index that it belongs to. */
export type Page = { number: number; name: string }

export const pagesOf = (file: string): Page[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select pageno, name from dbstat order by pageno').all()
  database.close()
  return rows.map(({ pageno, name }) => ({ number: Number(pageno), name: String(name) }))
}

const bytes = 4096

/** Returns bytes that look random and are the same in every run. */
const noise = (seed: number): Buffer =>
  Buffer.concat(
    Array.from({ length: bytes / 32 }, (_, i) =>
      createHash('sha256').update(`${seed} ${i}`).digest(),
    ),
  )

/** Overwrites a page. Returns a function that restores it. */
export const damage = (file: string, { number }: Page): (() => void) => {
  const opened = openSync(file, 'r+')
  const position = (number - 1) * bytes
  const saved = Buffer.alloc(bytes)
  readSync(opened, saved, 0, bytes, position)
  writeSync(opened, number % 2 === 0 ? noise(number) : Buffer.alloc(bytes), 0, bytes, position)
  return () => {
    writeSync(opened, saved, 0, bytes, position)
    closeSync(opened)
  }
}
