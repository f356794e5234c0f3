import { expect, test } from 'vitest'
import type { Finding } from './changes-between.ts'
import { releaseRequirements } from './release-requirements.ts'

const finding = (kind: Finding['kind'], subject: string): Finding => ({
  kind,
  subject,
  sentence: 'Something changed.',
  places: [],
})
const changelog =
  '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- `weight` of a book.\n\n## 1.0.0\n\n- `isbn`\n'

test('a change of texts has no requirements', () => {
  expect(
    releaseRequirements({ findings: [], released: '1.0.0', version: '1.0.0', changelog }),
  ).toEqual([])
  expect(
    releaseRequirements({ findings: [], released: '1.1.0', version: '1.1.0', changelog }),
  ).toEqual([])
})

test('an addition requires a minor version and an entry in its changelog section', () => {
  const findings = [finding('additive', 'weight'), finding('ended', 'removeBook')]
  const requirements = (version: string, text = changelog) =>
    releaseRequirements({ findings, released: '1.0.3', version, changelog: text })
  expect(requirements('1.0.4')).toEqual([
    '`info.version` in openapi/openapi.yaml must be at least 1.1.0; it is 1.0.4.',
    'The section 1.1.0 of openapi/CHANGELOG.md must name `removeBook`.',
  ])
  expect(requirements('1.1.0')).toEqual([
    'The section 1.1.0 of openapi/CHANGELOG.md must name `removeBook`.',
  ])
  expect(requirements('1.10.0')).toEqual(['openapi/CHANGELOG.md must have a section "## 1.10.0".'])
  expect(
    requirements('1.1.0', `${changelog}`.replace('book.', 'book; `removeBook` is over.')),
  ).toEqual([])
})

test('the version must not be lower than the released one', () => {
  expect(
    releaseRequirements({ findings: [], released: '1.10.0', version: '1.9.0', changelog })[0],
  ).toBe('`info.version` in openapi/openapi.yaml must be at least 1.10.0; it is 1.9.0.')
})

test('a breaking change requires a v2', () => {
  const findings = [finding('breaking', 'isbn'), finding('additive', 'weight')]
  expect(releaseRequirements({ findings, released: '1.0.0', version: '1.0.0', changelog })).toEqual(
    [expect.stringMatching(/^v1 must not have breaking changes\. Serve the change as \/v2/)],
  )
})
