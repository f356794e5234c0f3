import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations, readWebhooks } from '../../codegen/model/model.ts'
import { chapter, chapters, codeOf } from './chapters.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

const document: Document = JSON.parse(read('generated/openapi.json'))

test('The complete delivery is one that receivers accept', () => {
  const [request = ''] = codeOf('receiving-deliveries', 'http')
  const [head = '', body] = request.trimEnd().split('\n\n')
  const Vectors = z.object({ vectors: z.array(z.record(z.string(), z.unknown())) })
  const { vectors } = Vectors.parse(JSON.parse(read('openapi/vectors/webhook-signatures.json')))
  const vector = vectors.find((each) => each.body === body && each.accept)
  expect(head).toContain(`\nX-Webhook-Timestamp: ${vector?.timestamp}\n`)
  expect(head).toContain(`\nX-Webhook-Signature: ${vector?.signature}`)
  const { prose, blocks } = chapter('receiving-deliveries')
  expect(prose).toContain(`\`${vector?.secret}\``)
  expect(blocks.find(({ code }) => code.includes('openssl'))?.code).toContain(
    `printf '%s' '${vector?.timestamp}.${body}'`,
  )
})

test('The JSON of the chapters is in the examples of the document', () => {
  const shown = chapters.flatMap(({ blocks }) =>
    blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code)),
  )
  const examples = Object.values(document.components?.examples ?? {}).map(({ value }) => value)
  expect(shown.length).toBeGreaterThan(1)
  for (const each of shown) expect(examples).toContainEqual(each)
})

test('The links of the chapters have a target', () => {
  const description = document.info.description ?? ''
  const links = [...description.matchAll(/\]\((#[^)]*)\)/g)].map(([, link = '']) => link)
  const slug = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const targets = new Set([
    ...readOperations(document).map(({ id }) => `#operation/${id}`),
    ...readWebhooks(document).map(({ id }) => `#operation/${id}`),
    ...chapters.flatMap(({ prose }) =>
      [...prose.matchAll(/^# (.*)$/gm)].map(([, heading = '']) => `#section/${slug(heading)}`),
    ),
  ])
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((link) => !targets.has(link))).toEqual([])
})

test('Every chapter is in the document', () => {
  const listed = [...read('openapi/openapi.yaml').matchAll(/\$ref: chapters\/(.*)\.md/g)]
  expect(listed.map(([, name]) => name).toSorted()).toEqual(chapters.map(({ name }) => name))
  const missing = chapters.filter(({ text }) => !document.info.description?.includes(text.trim()))
  expect(missing.map(({ name }) => name)).toEqual([])
})
