import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isWellFormed, newKey } from './api-key.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const KeyFormat = z.object({ pattern: z.string(), checksum: z.string(), example: z.string() })

const published = z
  .object({
    components: z.object({
      securitySchemes: z.object({
        apiKey: z.object({ description: z.string(), 'x-key-format': KeyFormat }),
      }),
    }),
  })
  .parse(JSON.parse(read('generated/openapi.json'))).components.securitySchemes.apiKey

const { pattern, checksum, example } = published['x-key-format']

/** An independent implementation of the checksum, written from the document alone. */
const checksumOf = (text: string): string => {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let rest = (crc ^ 0xffffffff) >>> 0
  let written = ''
  while (rest > 0) {
    written = digits.charAt(rest % 62) + written
    rest = Math.floor(rest / 62)
  }
  return written.padStart(6, '0')
}

test('the published pattern finds keys in any text and matches nothing else', () => {
  const scanner = new RegExp(pattern, 'g')
  const key = newKey()
  for (const leak of [
    key,
    `export API_KEY="${key}"`,
    `Authorization: Bearer ${key}\r\n`,
    `{"key":"${key}"}`,
    `https://a.example/?key=${key}&x=1`,
    `key=${key},${key}`,
  ])
    expect(new Set(leak.match(scanner))).toEqual(new Set([key]))
  for (const none of [
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    `x${key}`,
    `mfk_${'-'.repeat(92)}`,
  ])
    expect(none.match(scanner)).toBeNull()
})

test('keys have the published checksum', () => {
  expect(checksum).toMatch(/CRC-32.*first ninety.*base 62.*0-9, A-Z, a-z/s)
  for (const key of [example, ...Array.from({ length: 200 }, newKey)])
    expect(checksumOf(key.slice(0, 90))).toBe(key.slice(90))
})

test('the example key is well-formed and labelled as an example', () => {
  expect(isWellFormed(example)).toBe(true)
  expect(example).toContain('example')
  expect(example).toMatch(new RegExp(`^${pattern}$`))
})

test('the document and docs/operating.md name the pattern', () => {
  expect(published.description).toContain(`\`${pattern}\``)
  expect(read('docs/operating.md')).toContain(`\n${pattern}\n`)
})
