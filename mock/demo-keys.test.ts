import { expect, test } from 'vitest'
import { publicKey } from '../server/domain/api-key.ts'
import { demoKeys } from './demo-keys.ts'

test.each(Object.entries(demoKeys))('%s is the public key of its name', (name, key) => {
  expect(key).toBe(publicKey(name))
})
