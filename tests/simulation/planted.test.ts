import { expect, test } from 'vitest'
import { read } from '../kit/project.ts'
import { plantedFaults } from './planted.ts'

test.each(plantedFaults)('$file can be changed so that $name', ({ file, from }) => {
  const source = read(`server/${file}`)
  expect(source.split(from)).toHaveLength(2)
})
