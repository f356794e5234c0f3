import { expect, test } from 'vitest'
import {
  pngChunk as chunk,
  greyPng as png,
  pngFile,
  pngHeader,
  pngPixels,
} from '../../testing/png.ts'
import { checkLogo } from './logo.ts'

/** The segments of a JPEG picture of 32 × 24 pixels. Its scan has no real data. */
const jpeg = (more = '', frame = 'ffc0000b080018002001011100'): Buffer =>
  Buffer.from(`ffd8${more}${frame}ffda0008010100003f0012ff0034ffd056ffd7ffd9`, 'hex')

const pixels = (width: number, height: number) => pngPixels(Buffer.alloc((width + 1) * height))

const problemOf = (file: Buffer) => checkLogo(file).problem

test('PNG and JPEG pictures are accepted without their metadata', () => {
  const text = chunk('tEXt', Buffer.from('Author\0Zoe'))
  expect(checkLogo(png(32, 24, [text]))).toEqual({ extension: 'png', bytes: png(32, 24) })
  const metadata = 'ffe1000845786966ffff ffef0002 fffe0002'.replaceAll(' ', '')
  expect(checkLogo(jpeg(metadata))).toEqual({ extension: 'jpg', bytes: jpeg() })
  const lastly = Buffer.concat([jpeg().subarray(0, -2), Buffer.from('fffe0002ffd9', 'hex')])
  expect(checkLogo(lastly)).toEqual({ extension: 'jpg', bytes: jpeg() })
})

test('JFIF and Adobe segments, which colors depend on, and tables are kept', () => {
  const segments = jpeg('ffdb0002ffe00002ffee0002fff00002')
  expect(checkLogo(segments)).toEqual({ extension: 'jpg', bytes: segments })
})

test.each(['c0', 'c1', 'c2'])('JPEG pictures with frames of type %s are accepted', (type) => {
  expect(problemOf(jpeg('', `ff${type}000b080018002001011100`))).toBeUndefined()
})

test.each([
  ['grey', 0, 1],
  ['RGB', 2, 3],
  ['palette', 3, 1],
  ['grey and alpha', 4, 2],
  ['RGB and alpha', 6, 4],
])('PNG pictures of %s are accepted', (_, type, samples) => {
  const picture = pngPixels(Buffer.alloc((32 * samples + 1) * 32))
  expect(problemOf(pngFile(pngHeader(32, 32, type), picture))).toBeUndefined()
})

const damaged = png()
damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1)

/** A PNG whose first chunk has the content of a header. */
const pngOf = (type: string, ...more: number[]) => {
  const header = pngHeader(32, 32)
  const content = header.subarray(8, -4)
  return pngFile(chunk(type, Buffer.from([...content, ...more])), pixels(32, 32))
}

test.each<[string, Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a GIF', Buffer.from('GIF89a')],
  [
    'HTML that begins like a PNG',
    Buffer.concat([png().subarray(0, 8), Buffer.from('<script>1</script>')]),
  ],
  ['a PNG that is cut off', png().subarray(0, -3)],
  ['a PNG that is cut off before a length', png().subarray(0, -10)],
  ['a PNG without its start', Buffer.concat([Buffer.alloc(8), png().subarray(8)])],
  ['a PNG without its end', png().subarray(0, -12)],
  ['a PNG with something after it', Buffer.concat([png(), Buffer.from('<script>')])],
  ['a PNG with a wrong checksum', damaged],
  ['a PNG whose first chunk is no header', pngOf('tEXt')],
  ['a PNG with a header that is too long', pngOf('IHDR', 0)],
  ['an animated PNG', png(32, 32, [chunk('acTL', Buffer.alloc(8))])],
  ['an interlaced PNG', pngFile(pngHeader(32, 32, 0, 1), pixels(32, 32))],
  ['a PNG with too few pixels', pngFile(pngHeader(32, 32), pixels(32, 8))],
  ['a PNG that inflates to more', pngFile(pngHeader(32, 32), pixels(999, 999))],
  ['a PNG of more than 16 million pixels', pngFile(pngHeader(4096, 4097), pixels(4096, 4097))],
  ['a JPEG without its start', Buffer.concat([Buffer.alloc(2), jpeg().subarray(2)])],
  ['a JPEG that is cut off in its frame', jpeg().subarray(0, 8)],
  ['a JPEG with two frames', jpeg('ffc0000b080018002001011100')],
  ['a JPEG with a short frame', jpeg('fffe0002'.repeat(3), 'ffc000040800')],
  ['a JPEG that is cut off', jpeg().subarray(0, -2)],
  ['a JPEG with something after it', Buffer.concat([jpeg(), Buffer.from('<script>')])],
  ['a JPEG that ends in a scan', jpeg().subarray(0, -1)],
  ['a JPEG whose scan has no end', Buffer.concat([jpeg().subarray(0, -2), Buffer.alloc(9)])],
  [
    'a JPEG with a second start in its scan',
    Buffer.concat([jpeg().subarray(0, -2), Buffer.from('ffd8ffd9', 'hex')]),
  ],
  ['a JPEG without a scan', Buffer.from('ffd8ffc0000b080018002001011100ffd9', 'hex')],
])('%s is rejected', (_, file) => {
  expect(problemOf(file)).toBe('must be a PNG or JPEG picture, not interlaced, animated or damaged')
})

test('a logo outside the bounds is rejected with its size', () => {
  expect(problemOf(png(15, 32))).toBe('must be 16 to 1024 pixels wide and high, not 15 × 32')
  expect(problemOf(png(32, 1025))).toBe('must be 16 to 1024 pixels wide and high, not 32 × 1025')
  expect(problemOf(pngFile(pngHeader(4096, 4096), pixels(4096, 4096)))).toContain('4096 × 4096')
  expect(problemOf(png(1024, 16))).toBeUndefined()
  expect(problemOf(Buffer.alloc(100 * 1024))).not.toContain('KiB')
  expect(problemOf(Buffer.alloc(100 * 1024 + 1))).toBe('must have at most 100 KiB, not 101')
})
