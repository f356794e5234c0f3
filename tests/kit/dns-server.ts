import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import { onTestFinished } from 'vitest'

export type Question = { name: string; type: 'A' | 'AAAA' }

/** The response to a question. The server sends none for undefined. */
export type DnsAnswer = { addresses: string[] } | { failure: 'SERVFAIL' | 'NXDOMAIN' } | undefined

const types = new Map<number, Question['type']>([
  [1, 'A'],
  [28, 'AAAA'],
])
const failures = { SERVFAIL: 2, NXDOMAIN: 3 }

/** Reads the name in a question: labels, each after its length (RFC 1035 §3.1). */
const readName = (message: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** Encodes an address record with a TTL of 0 (RFC 1035 §4.1.3). */
const record = (type: number, address: string): Buffer => {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

const reply = (message: Buffer, end: number, type: number, answer: NonNullable<DnsAnswer>) => {
  const addresses = 'addresses' in answer ? answer.addresses : []
  const head = Buffer.from(message.subarray(0, 12))
  // QR, RD and RA (RFC 1035 §4.1.1).
  head.writeUInt16BE(0x8180 | ('failure' in answer ? failures[answer.failure] : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const question = message.subarray(12, end + 4)
  return Buffer.concat([head, question, ...addresses.map((address) => record(type, address))])
}

/** Starts a DNS server on the loopback address, which responds with the result of `answer`. */
export const startDnsServer = async (answer: (question: Question) => DnsAnswer) => {
  const asked: Question[] = []
  const socket = createSocket('udp4', (message, from) => {
    const { name, end } = readName(message)
    const type = message.readUInt16BE(end)
    const question = { name, type: types.get(type) ?? 'A' }
    asked.push(question)
    const answered = answer(question)
    if (answered) socket.send(reply(message, end, type, answered), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}
