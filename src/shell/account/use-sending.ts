import { type FormEvent, useRef, useState } from 'react'

interface Sending {
  busy: boolean
  error: unknown
  /** Submit handler: sends once at a time and stores the error. */
  submit: (event: FormEvent) => void
}

/** Submission of a small form: no second one while one is running, and a failure keeps the input. */
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
