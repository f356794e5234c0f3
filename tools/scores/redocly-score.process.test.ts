import { expect, test } from 'vitest'
import { goal, isReached, low, redoclyScore } from './redocly-score.ts'

const score = redoclyScore()

test('the document scores 95 or more', () => {
  expect(score.agentReadiness).toBeGreaterThanOrEqual(95)
  expect(goal).toEqual({ document: 95, operation: 90 })
  expect(isReached(score)).toBe(true)
})

test('an operation is over 90, or its parameters and the depth of its bodies alone leave no more', () => {
  expect(Object.keys(score.operationScores).length).toBeGreaterThan(20)
  expect(low(score).filter(({ most }) => most > 90)).toEqual([])
})

test('none loses anything by words: all is described, named and shown', () => {
  const byWords = [
    'documentationQuality',
    'exampleCoverage',
    'errorClarity',
    'identifierClarity',
    'polymorphismClarity',
  ]
  const lost = Object.entries(score.operationScores).flatMap(([id, { subscores }]) =>
    byWords.filter((part) => subscores[part] !== 1).map((part) => `${id}: ${part}`),
  )
  expect(lost).toEqual([])
})

test('a score that is too low is told from one that is as high as it can be', () => {
  const most = { parameterSimplicity: 1, schemaSimplicity: 1 }
  const documentOf = (agentReadiness: number, operation: number, subscores = most) => ({
    agentReadiness,
    operationScores: { listOrders: { agentReadiness: operation, subscores } },
  })
  expect(isReached(documentOf(95, 90.1))).toBe(true)
  expect(isReached(documentOf(94.9, 90.1))).toBe(false)
  expect(isReached(documentOf(95, 90))).toBe(false)
  const deep = { parameterSimplicity: 0.5, schemaSimplicity: 0.5 }
  expect(isReached(documentOf(95, 86.7, deep))).toBe(true)
})
