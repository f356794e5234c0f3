import { crc32, inflateSync } from 'node:zlib'
import type { Picture } from './picture.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** The chunks that a picture needs (PNG §5). Others are metadata or animation. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** Samples of a pixel by color type (PNG §11.2.2). */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** Returns the chunks; undefined if one is cut off or its checksum is wrong. */
const readChunks = (file: Buffer): Chunk[] | undefined => {
  const chunks: Chunk[] = []
  let at = signature.length
  while (at < file.length) {
    if (at + 12 > file.length) return undefined
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return undefined
    const body = file.subarray(at + 4, end - 4)
    if (crc32(body) !== file.readUInt32BE(end - 4)) return undefined
    const type = body.toString('latin1', 0, 4)
    chunks.push({ type, data: body.subarray(4), whole: file.subarray(at, end) })
    at = end
  }
  return chunks
}

/** Returns the size of the decompressed pixels; undefined for a header that is invalid or too large. */
const pixelBytes = (header: Buffer): number | undefined => {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const perPixel = samples[header.readUInt8(9)]
  // Compression, filter and interlace methods.
  if (header.readUIntBE(10, 3) !== 0 || perPixel === undefined) return undefined
  if (width * height > 2 ** 24) return undefined
  return height * (1 + Math.ceil((width * perPixel * header.readUInt8(8)) / 8))
}

const inflatesTo = (data: Buffer, size: number): boolean => {
  try {
    return inflateSync(data, { maxOutputLength: size }).length === size
  } catch {
    return false
  }
}

/** Reads a PNG picture; undefined if the file is not exactly one that is neither interlaced nor animated. */
export const readPng = (file: Buffer): Picture | undefined => {
  if (!file.subarray(0, signature.length).equals(signature)) return undefined
  const chunks = readChunks(file)
  const header = chunks?.[0]
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  const types = chunks.map(({ type }) => type)
  if (types.indexOf('IEND') !== types.length - 1 || types.includes('acTL')) return undefined
  const size = pixelBytes(header.data)
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  if (size === undefined || !inflatesTo(Buffer.concat(pixels), size)) return undefined
  const kept = chunks.filter(({ type }) => keptChunks.has(type)).map(({ whole }) => whole)
  return {
    width: header.data.readUInt32BE(0),
    height: header.data.readUInt32BE(4),
    bytes: Buffer.concat([signature, ...kept]),
  }
}
