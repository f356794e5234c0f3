import { expect, test } from 'vitest'
import { usagePicture } from './usage-picture.ts'

test('a period with few requests has a bar of 2 %, one without requests has none', async () => {
  const picture = usagePicture({ startsAt: 0, periodSeconds: 3600, requests: [0, 1, 1000] })
  const heights = [...String(await picture).matchAll(/ height="([^"]+)"/g)]
  expect(heights.map(([, height]) => Number(height))).toEqual([0, 2, 100])
})
