import { problemOf } from '../../../testkit/contract.ts'
import type { Exchange } from '../requests.ts'
import type { Account } from '../template.ts'
import { must } from '../violation.ts'

/** A key that no account has. */
const wrongKey = 'mfk_wrong'

/** The keys of the accounts. */
export class KeysLaw {
  /** The keys that were replaced, and the turn from which each is rejected; infinite if that is unknown. */
  readonly #replaced = new Map<string, number>()
  readonly #previous = new Map<string, string>()
  readonly #current = new Map<string, string>()

  currentOf({ name, key }: Account): string {
    return this.#current.get(name) ?? key
  }

  /** Returns the key that an account had before, or one that no account ever had. */
  previousOf({ name }: Account): string {
    return this.#previous.get(name) ?? wrongKey
  }

  /** A key was issued. From now on, the key that it replaces may be rejected. */
  issued(account: string, key: string, replaced: string): void {
    this.#current.set(account, key)
    this.#previous.set(account, replaced)
    this.#replaced.set(replaced, Number.POSITIVE_INFINITY)
  }

  revoked(key: string, turn: number): void {
    this.#replaced.set(key, turn)
  }

  responded({ key, received, marker, startedTurn }: Exchange): void {
    if (!received || received.status === 429 || received.status === 500) return
    const isRejected = received.status === 401
    const isWrong = key === wrongKey || (this.#replaced.get(key) ?? Infinity) < startedTurn
    const isRight = key !== wrongKey && !this.#replaced.has(key)
    must(
      isRejected ? !isRight : !isWrong,
      'a revoked key is rejected',
      () => `${marker} is ${received.status} with ${isRight ? 'the current' : 'another'} key`,
    )
  }
}

/** Checks a response against the document, and that nothing of another account is in it. */
export const checkResponse = (
  { sent, received, account, marker }: Exchange,
  hasFault: boolean,
): void => {
  if (!received) return
  const problem = problemOf(sent, received)
  must(problem === undefined, 'responses keep the contract', () => String(problem))
  const isAllowed = received.status !== 500 || hasFault
  must(isAllowed, 'only faults cause a 500', () => `${marker} ${sent.path} is 500 without a fault`)
  const names = [...received.text.matchAll(/\bacct\d(?=\b|-)/g)].map(([name]) => name)
  const isOwn = names.every((name) => name === account.name)
  must(isOwn, 'accounts are apart', () => `${account.name} received ${received.text.slice(0, 300)}`)
}
