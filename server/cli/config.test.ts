import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'

test('merch config prints each setting with its source, and no secret', async () => {
  const { merch } = terminal()
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, 'a secret of a file')
  Object.assign(process.env, {
    PORT: '9000',
    SMTP_URL: 'smtp://user:secret@mail.example.com',
    WEBHOOK_SECRET_KEY_FILE: file,
  })
  const { status, stdout } = await merch('config')
  expect(status).toBe(0)
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'HOST\t127.0.0.1\tdefault',
      'PORT\t9000\tenvironment',
      'SMTP_URL\tsmtp://user:…@mail.example.com\tenvironment',
      `WEBHOOK_SECRET_KEY\t…\t${file}`,
      'CDN_URL\tBASE_URL/cdn\tdefault',
    ]),
  )
  expect(stdout).not.toContain('secret')
})
