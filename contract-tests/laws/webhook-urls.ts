import fc from 'fast-check'
import { mustReturn, same } from '../support/assertions.ts'
import { Hooks, hookUrl } from '../support/hooks.ts'
import type { Law } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'

const refusal = {
  message: 'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
}

const byte = fc.nat({ max: 255 })

/** Addresses in the ranges of §4 rules 3 and 4. */
const privateIpv4 = fc
  .oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.constant([0, 0, 0, 0]),
  )
  .map((bytes) => bytes.join('.'))

/** Returns other spellings of an address that URL parsers accept. */
const spellings = (address: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    address,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${a.toString(8)}.${b}.${c}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${address}.`,
    `[::ffff:${address}]`,
    `user:word@${address}`,
  ]
}

const rejected = [
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
  'https://',
  'not a url',
  'https://localhost/',
  'https://LOCALHOST:8443/',
  'https://localhost./',
  'https://api.localhost/',
  'https://0.0.0.0/',
  'https://10.0.0.0/',
  'https://10.255.255.255/',
  'https://127.0.0.1/',
  'https://127.255.255.255/',
  'https://169.254.0.0/',
  'https://169.254.255.255/',
  'https://172.16.0.0/',
  'https://172.17.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.0/',
  'https://192.168.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:7f00:1]/',
  'https://user:word@hooks.example.com/',
  'https://hooks.example.com:99999/',
  'https:////hooks.example.com/',
  'https://hooks.example.com\\@localhost/',
  'https://hooks\\.example.com/',
  'https://@hooks.example.com/',
  'https://localhost../',
]

/** Public addresses and names next to the rejected ones. */
const accepted = [
  'https://9.255.255.255/',
  'https://11.0.0.0/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://192.167.255.255/',
  'https://192.169.0.0/',
  'https://169.253.255.255/',
  'https://169.255.0.0/',
  hookUrl('localhost'),
  hookUrl('10.0.0.1'),
  hookUrl('port').replace(/\/$/, ':8443/'),
]

const mustBeRejected = async ({ api }: LawContext, id: string, url: string) => {
  mustReturn(await api.post('/v1/webhooks', { url, events: ['order.created'] }), 400, refusal)
  mustReturn(await api.put(`/v1/webhooks/${id}`, { url }), 400, refusal)
}

export const webhookUrls: Law[] = [
  {
    area: 'webhooks',
    promise:
      'Create and update reject URLs without HTTPS and URLs to local or private addresses, with the fixed message',
    source: '§4 webhook URL rules, design decisions 22 and 33',
    run: async (context) => {
      const hooks = new Hooks(context.api)
      await hooks.clear()
      const { response: _, secret: __, ...kept } = await hooks.create(hookUrl('kept'))
      for (const url of rejected) await mustBeRejected(context, kept.id, url)
      await context.forAll(
        privateIpv4,
        async (address) => {
          for (const host of spellings(address))
            await mustBeRejected(context, kept.id, `https://${host}/hook`)
        },
        Math.max(1, Math.round(context.options.runs / 4)),
      )
      same(
        (await hooks.list()).find(({ id }) => id === kept.id),
        kept,
        'the unchanged subscription',
      )
      await hooks.clear()
    },
  },
  {
    area: 'webhooks',
    promise: 'URLs close to the rejected ones are accepted and stored as sent',
    source: '§4 webhook URL rules',
    run: async ({ api }) => {
      const hooks = new Hooks(api)
      await hooks.clear()
      for (const url of accepted) {
        const { id, response, ...created } = await hooks.create(url)
        await api.delete(`/v1/webhooks/${id}`)
        same(created.url, url, 'url', response)
      }
    },
  },
]
