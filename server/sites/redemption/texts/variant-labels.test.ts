import fc from 'fast-check'
import { expect, test } from 'vitest'
import { variantLabels } from './variant-labels.ts'

test.each<[string[], string[]]>([
  [[], []],
  [['ONE-1'], ['']],
  [
    ['TEE-BLK-S', 'TEE-BLK-XL', 'TEE-FOR-S'],
    ['BLK-S', 'BLK-XL', 'FOR-S'],
  ],
  [
    ['BTL-NVY-750', 'BTL-SND-750'],
    ['NVY', 'SND'],
  ],
  [
    ['SCK-3640', 'SCK-4146'],
    ['3640', '4146'],
  ],
  [
    ['PEN-BLK', 'PEN-BLU'],
    ['BLK', 'BLU'],
  ],
  [
    ['a_red.x', 'a_blue.x'],
    ['red', 'blue'],
  ],
  [
    ['TEE', 'MUG'],
    ['TEE', 'MUG'],
  ],
  [
    ['TEE', 'TEE-S'],
    ['TEE', 'TEE-S'],
  ],
  [
    ['T-S', 'T-S-S'],
    ['S', 'S-S'],
  ],
  [
    ['👕-S', '👕-M'],
    ['S', 'M'],
  ],
])('%j get the labels %j', (skus, labels) => {
  expect(variantLabels(skus)).toEqual(labels)
})

test('labels are unique and not empty', () => {
  const sku = fc.stringMatching(/^[AB]{1,2}(-[AB]{1,2}){0,3}$/)
  fc.assert(
    fc.property(fc.uniqueArray(sku, { minLength: 2, maxLength: 6 }), (skus) => {
      const labels = variantLabels(skus)
      expect(new Set(labels).size).toBe(skus.length)
      for (const [i, label] of labels.entries()) {
        expect(label).not.toBe('')
        expect(skus[i]).toContain(label)
      }
    }),
  )
})
