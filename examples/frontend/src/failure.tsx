import { isApiError } from 'merch-fulfillment-client'
import { useEffect, useState } from 'react'

type FailureProps = {
  error: unknown
  /** Called when a rate limit that was exceeded allows requests again. */
  onEnd: () => void
}

/** Says what went wrong, field by field, and counts down a rate limit. */
export const Failure = ({ error, onEnd }: FailureProps) => {
  if (error === undefined) return null
  if (isApiError(error, 429))
    return <Countdown seconds={error.rateLimit?.resetSeconds ?? 60} onEnd={onEnd} />
  if (isApiError(error, 401)) return <p role="alert">The key is not valid. Enter another one.</p>
  if (!isApiError(error)) return <p role="alert">The service cannot be reached. Try again.</p>
  return (
    <div role="alert">
      <p>{error.message}</p>
      <ul>
        {error.errors.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}

function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return onEnd()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return <p role="alert">Too many requests. Try again in {left} s.</p>
}
