import { expect, test } from 'vitest'
import { everyAccountStatement, shared } from '../statement.ts'
import { shareRead } from './shared-reads.ts'

type Named = { name: string }

const plain = everyAccountStatement<Named>()((db) => db.selectFrom('accounts').select('name'))
const statement = shared(plain)

/** Reads names, each with the number of its read. */
const reading = () => {
  let reads = 0
  return (name: string, store: object, read = statement) => {
    const run = async () => [{ name: `${name} ${++reads}` }]
    return shareRead(store, read, { name }, run).then(([row]) => row?.name)
  }
}

test('equal reads of a turn share one', async () => {
  const [one, other] = [{}, {}]
  const read = reading()
  const names = [read('a', one), read('b', one), read('a', one), read('a', other)]
  expect(await Promise.all(names)).toEqual(['a 1', 'b 2', 'a 1', 'a 3'])
  const alone = [read('a', one, plain), read('a', one, plain)]
  expect(await Promise.all(alone)).toEqual(['a 4', 'a 5'])
})

test('a read of a later turn is one of its own', async () => {
  const [store, read] = [{}, reading()]
  expect(await read('a', store)).toBe('a 1')
  await new Promise(setImmediate)
  expect(await read('a', store)).toBe('a 2')
})
