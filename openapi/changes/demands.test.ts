import { expect, test } from 'vitest'
import { demandsOf } from './demands.ts'
import type { Finding } from './judge.ts'

const finding = (kind: Finding['kind'], subject: string): Finding => ({
  kind,
  subject,
  sentence: 'Something is otherwise.',
  places: [],
})
const changelog =
  '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- `weight` of a book.\n\n## 1.0.0\n\n- `isbn`\n'

test('words alone ask for nothing', () => {
  expect(demandsOf({ findings: [], released: '1.0.0', version: '1.0.0', changelog })).toEqual([])
  expect(demandsOf({ findings: [], released: '1.1.0', version: '1.1.0', changelog })).toEqual([])
})

test('an addition asks for a minor version, and for its name under that version', () => {
  const findings = [finding('additive', 'weight'), finding('ended', 'removeBook')]
  const demands = (version: string, text = changelog) =>
    demandsOf({ findings, released: '1.0.3', version, changelog: text })
  expect(demands('1.0.4')).toEqual([
    '`info.version` in openapi/openapi.yaml must be at least 1.1.0; it is 1.0.4.',
    'The section 1.1.0 of openapi/CHANGELOG.md must name `removeBook`.',
  ])
  expect(demands('1.1.0')).toEqual([
    'The section 1.1.0 of openapi/CHANGELOG.md must name `removeBook`.',
  ])
  expect(demands('1.10.0')).toEqual(['openapi/CHANGELOG.md must have a section "## 1.10.0".'])
  expect(demands('1.1.0', `${changelog}`.replace('book.', 'book; `removeBook` is over.'))).toEqual(
    [],
  )
})

test('a version never goes back', () => {
  expect(demandsOf({ findings: [], released: '1.10.0', version: '1.9.0', changelog })[0]).toBe(
    '`info.version` in openapi/openapi.yaml must be at least 1.10.0; it is 1.9.0.',
  )
})

test('what breaks asks for a v2, and for nothing else', () => {
  const findings = [finding('breaking', 'isbn'), finding('additive', 'weight')]
  expect(demandsOf({ findings, released: '1.0.0', version: '1.0.0', changelog })).toEqual([
    expect.stringMatching(/^v1 keeps its promises\. Serve this beside it, as \/v2/),
  ])
})
