import { expect, test } from 'vitest'
import { isReached, redoclyScore } from './redocly-score.ts'

const score = redoclyScore()

// `npm run scores`, a step of `npm run check`, fails below the goal.

test('No operation loses points for descriptions, names or examples', () => {
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

test('A score below the goal is accepted only if parameters and depth allow no more', () => {
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
