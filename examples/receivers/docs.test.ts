import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { info }: { info: { description: string } } = JSON.parse(read('../../generated/openapi.json'))
const [, chapter = ''] = info.description.split('# Receiving deliveries\n')

test.each([
  ['js', 'node.mjs'],
  ['python', 'python.py'],
  ['php', 'php.php'],
  ['go', 'go/main.go'],
])('the docs show the receiver in %s as it is in %s', (language, file) => {
  expect(chapter).toContain(`\`\`\`${language}\n${read(file)}\`\`\`\n`)
})
