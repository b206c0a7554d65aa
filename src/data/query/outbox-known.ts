/** Whether it is known what waits on this device: a record that is drawn sooner may lack what this person changed. */
import { useEffect, useState } from 'react'
import { sessionStore } from '../api/session.ts'
import { outboxStore } from './outbox-store.ts'

/** Milliseconds after which nobody is held up any longer in this page: a database that cannot be read holds nothing. */
const maxWaitMs = 3_000

let isGivenUp = false

const isKnown = () => isGivenUp || outboxStore.get().ready || !sessionStore.get().session

/** Resolves when it is known. Starts the outbox where nobody did yet. */
export async function outboxKnown(): Promise<void> {
  if (isKnown()) return
  const { startOutbox } = await import('../writes/start.ts')
  startOutbox()
  await new Promise<void>((resolve) => {
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = outboxStore.subscribe(() => isKnown() && done())
    const timer = setTimeout(() => {
      isGivenUp = true
      done()
    }, maxWaitMs)
    if (isKnown()) done()
  })
}

export function useOutboxKnown(): boolean {
  const [known, setKnown] = useState(isKnown)
  useEffect(() => {
    let there = true
    const update = () => there && setKnown(true)
    if (!known) outboxKnown().then(update, update)
    return () => {
      there = false
    }
  }, [known])
  return known
}
