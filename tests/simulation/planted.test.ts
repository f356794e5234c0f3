import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted.ts'

test.each(plantedFaults)('$file can be changed so that $name', ({ file, from }) => {
  const source = readFileSync(new URL(`../../server/${file}`, import.meta.url), 'utf8')
  expect(source.split(from)).toHaveLength(2)
})
