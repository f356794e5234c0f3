import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns a chunk of a PNG file (PNG §5.3). */
export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Returns the header of a PNG picture with 8 bits for each pixel. */
export const pngHeader = (width: number, height: number, colorType = 0, interlace = 0): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([8, colorType, 0, 0, interlace], 8)
  return pngChunk('IHDR', data)
}

/** Returns the pixels, row by row, each row after its filter type. */
export const pngPixels = (bytes: Buffer): Buffer => pngChunk('IDAT', deflateSync(bytes))

/** Returns a PNG file of chunks. Its end is added. */
export const pngFile = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([signature, ...chunks, pngChunk('IEND', Buffer.alloc(0))])

/** Returns a grey picture. `more` are chunks before its pixels. */
export const greyPng = (width = 32, height = 32, more: readonly Buffer[] = []): Buffer =>
  pngFile(pngHeader(width, height), ...more, pngPixels(Buffer.alloc((width + 1) * height)))
