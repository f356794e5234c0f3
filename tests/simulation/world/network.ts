import dns from 'node:dns/promises'
import http, {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import tls from 'node:tls'
import { urlToHttpOptions } from 'node:url'

/** The hosts that the server may connect to. */
export type Outside = {
  /** Returns the addresses of a host. Undefined: never responds. */
  resolve(host: string): readonly string[] | undefined
  /** Called when a connection to an address is opened. Returns whether it is accepted. */
  dial(host: string, address: string): boolean
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void
}

/** The two ends of a TCP connection without a network. */
const connection = (clientAddress: string, serverAddress: string): [Duplex, Duplex] => {
  const [client, server] = duplexPair()
  const nothing = () => {}
  const options = { setTimeout: nothing, setKeepAlive: nothing, setNoDelay: nothing }
  for (const [end, other, remoteAddress] of [
    [client, server, serverAddress] as const,
    [server, client, clientAddress] as const,
  ]) {
    const destroySoon = () => end.end(() => end.destroy())
    Object.assign(end, { ...options, ref: nothing, unref: nothing, remoteAddress, destroySoon })
    end.once('close', () => process.nextTick(() => other.destroy()))
    end.on('error', nothing)
  }
  return [client, server]
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** Milliseconds until a connection to a subscriber is open. */
const handshake = 40

/** Connects clients to the server and the server to its subscribers, in memory. */
export class Network {
  /** Where the server's own connections lead. */
  outside: Outside | undefined
  #server: Server | undefined
  /** All open ends of the server's process. */
  #ends = new Set<Duplex>()
  #isDown = true
  readonly #subscribers = createServer((incoming, outgoing) =>
    this.outside?.serve(incoming, outgoing),
  )

  /** Replaces what opens sockets and looks names up. They cannot be restored. */
  install(): void {
    const network = this
    Object.assign(net.Server.prototype, {
      listen(this: net.Server) {
        Object.assign(this, { _handle: { close() {}, ref() {}, unref() {} } })
        if (this instanceof http.Server) network.#server = this
        network.#isDown = false
        process.nextTick(() => this.emit('listening'))
        return this
      },
      address: () => ({ address: '127.0.0.1', family: 'IPv4', port: 8080 }),
    })
    // No delivery is encrypted: TLS would take most of the time and is tested elsewhere.
    const context = tls.createSecureContext()
    Object.assign(tls, { createSecureContext: () => context })
    Object.assign(https, {
      request: (url: string, options: http.RequestOptions) => this.#dial(url, options),
    })
    class Resolver {
      #cancelled = Promise.withResolvers<never>()
      cancel = () => this.#cancelled.reject(failure('ECANCELLED'))
      resolve4 = (host: string) =>
        Promise.race([network.#resolve(host, 4), this.#cancelled.promise])
      resolve6 = (host: string) =>
        Promise.race([network.#resolve(host, 6), this.#cancelled.promise])
    }
    Object.assign(dns, { Resolver })
  }

  /** Opens a client's connection to the server. */
  connect(clientAddress: string): Duplex {
    const [client, end] = connection(clientAddress, '127.0.0.1')
    const server = this.#server
    if (this.#isDown || !server?.listening) {
      process.nextTick(() => client.destroy(failure('ECONNREFUSED')))
      return client
    }
    this.#ends.add(end)
    // `Server.close` waits for the connections that Node counts.
    const count = (by: number) =>
      Reflect.set(server, '_connections', Reflect.get(server, '_connections') + by)
    count(1)
    end.once('close', () => {
      this.#ends.delete(end)
      count(-1)
      Reflect.apply(Reflect.get(server, '_emitCloseIfDrained'), server, [])
    })
    server.emit('connection', end)
    return client
  }

  /** Closes all connections of the server's process and lets it open none. */
  cut(): void {
    this.#isDown = true
    // Node's interval that looks for slow requests would keep the server, and all that it has, for ever.
    this.#server?.close()
    this.#server = undefined
    for (const end of this.#ends) end.destroy()
    this.#ends.clear()
  }

  async #resolve(host: string, family: 4 | 6): Promise<string[]> {
    const found = this.#isDown ? undefined : this.outside?.resolve(host)
    if (found === undefined) return new Promise(() => {})
    const addresses = found.filter((address) => net.isIP(address) === family)
    if (addresses.length === 0) throw failure('ENODATA')
    return addresses
  }

  #dial(url: string, options: http.RequestOptions): ClientRequest {
    const { lookup, agent: _, servername: __, ...rest } = { servername: '', ...options }
    const target = new URL(url)
    const createConnection = (
      _: unknown,
      done: (error: null, socket: Duplex) => void,
    ): undefined => {
      lookup?.(target.hostname, { all: true }, (_error, found) => {
        const address = typeof found === 'string' ? found : (found[0]?.address ?? '')
        done(null, this.#outgoing(target.hostname, address))
      })
    }
    const plain = { ...urlToHttpOptions(target), ...rest, protocol: 'http:' }
    return http.request({ ...plain, createConnection })
  }

  #outgoing(host: string, address: string): Duplex {
    const [ours, theirs] = connection('198.51.100.1', address)
    const isAccepted = !this.#isDown && this.outside?.dial(host, address)
    this.#ends.add(ours)
    ours.once('close', () => this.#ends.delete(ours))
    setTimeout(() => {
      if (ours.destroyed) return
      if (!isAccepted) return ours.destroy(failure('ECONNREFUSED'))
      ours.emit('connect')
      this.#subscribers.emit('connection', theirs)
      ours.emit('secureConnect')
    }, handshake)
    return ours
  }
}
