import { type FormEvent, useRef, useState } from 'react'

interface Sending {
  busy: boolean
  error: unknown
  /** Handler of a form: sends once at a time and keeps what went wrong. */
  submit: (event: FormEvent) => void
}

/** A small form's way to send: no second press while one is under way, and nothing typed is lost when it fails. */
export function useSending(send: () => Promise<void>): Sending {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)
  const run = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await send()
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    error,
    submit: (event) => {
      event.preventDefault()
      void run()
    },
  }
}
