import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemasOf } from '../codegen/model/walk-schemas.ts'
import { document } from '../testkit/contract.ts'
import { findProgram } from '../testkit/find-program.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'

/** Programs that read pairs of a pattern and a text as JSON, and print as JSON which texts match. */
const programs: Record<string, { file: string; args: (file: string) => string[]; code: string }> = {
  python3: {
    file: 'match.py',
    args: (file) => [file],
    code: `
import json, re, sys
print(json.dumps([bool(re.search(pattern, text)) for pattern, text in json.load(sys.stdin)]))
`,
  },
  php: {
    file: 'match.php',
    args: (file) => [file],
    code: `<?php
$match = fn ($pair) => preg_match("\\x01{$pair[0]}\\x01u", $pair[1]) === 1;
echo json_encode(array_map($match, json_decode(stream_get_contents(STDIN))));
`,
  },
  go: {
    file: 'match.go',
    args: (file) => ['run', file],
    code: `package main

import ("encoding/json"; "os"; "regexp")

func main() {
	var pairs [][2]string
	json.NewDecoder(os.Stdin).Decode(&pairs)
	matches := make([]bool, len(pairs))
	for i, pair := range pairs { matches[i] = regexp.MustCompile(pair[0]).MatchString(pair[1]) }
	json.NewEncoder(os.Stdout).Encode(matches)
}
`,
  },
}

const patterns = new Set(
  [...schemasOf(document)].flatMap(({ schema }) =>
    typeof schema === 'object' && schema.pattern !== undefined ? [schema.pattern] : [],
  ),
)

const awkward = ['', ' ', 'x', 'é', '😀', '\u0000', 'a\nb', 'a@b.c', 'https://a/', '{}', '١', '-']

/** Python and PCRE let `$` match before a final line break, which no portable pattern can avoid. */
const texts = (pattern: string): string[] =>
  [...awkward, ...fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed: 1 })]
    .flatMap((text) => [text, text.slice(1), `${text} `, text.toUpperCase()])
    .filter((text) => text.isWellFormed() && !text.endsWith('\n'))

const pairs = [...patterns].flatMap((pattern) => texts(pattern).map((text) => [pattern, text]))
const expected = pairs.map(([pattern = '', text = '']) => new RegExp(pattern, 'u').test(text))

test('every pattern matches the same texts in JavaScript without the u flag', () => {
  expect(patterns.size).toBeGreaterThan(5)
  expect(new Set(expected).size).toBe(2)
  expect(pairs.map(([pattern = '', text = '']) => new RegExp(pattern).test(text))).toEqual(expected)
})

test.for(Object.entries(programs))(
  'every pattern matches the same texts in %s',
  async ([name, { file, args, code }], context) => {
    const program = await findProgram(name)
    if (program === undefined) return context.skip(`${name} is not installed`)
    const path = join(temporaryFolder(), file)
    writeFileSync(path, code)
    const { stdout, stderr } = spawnSync(program, args(path), {
      input: JSON.stringify(pairs),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(z.array(z.boolean()).parse(JSON.parse(stdout))).toEqual(expected)
  },
)
