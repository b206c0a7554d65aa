import { type KeyboardEvent, useState } from 'react'
import { useConfig } from '#console/data/config.ts'
import { useSession } from '#console/data/session.ts'
import { keyAction } from '#console/kit/keys.ts'
import { type Canned, cannedTerm, cannedTitle, fillCanned, findCanned, putCanned, type Variables } from './canned.ts'
import { useCanned } from './use-canned.ts'
import type { Text } from './use-text.ts'

/** Canned replies while a '/' asks for them: which fit, which one Enter takes, and the keys that choose. */
export function useCannedMenu({ text, cursor, write, focusAt }: Text, customer: string, onPicked: (canned: Canned) => void) {
  const { session } = useSession()
  const { product } = useConfig()
  const { all, loading } = useCanned()
  const [at, setAt] = useState({ text, place: 0 })
  /** The place of a '/' whose list was closed with Escape. */
  const [closed, setClosed] = useState<number | null>(null)
  const values: Variables = { customer_name: customer, sales_name: session?.user.name ?? '', product }
  const asked = cannedTerm(text, cursor)
  const term = asked && asked.from !== closed ? asked : null
  const named = all.map((canned) => ({ ...canned, title: cannedTitle(canned.title, values) }))
  const found = term ? findCanned(named, term.term) : []
  // Other letters find other replies, and the first of them is meant.
  const chosen = at.text === text ? Math.min(at.place, Math.max(0, found.length - 1)) : 0

  function pick(canned: Canned) {
    if (!term) return
    const put = putCanned(text, term.from, cursor, fillCanned(canned.text, values))
    write(put.text, put.cursor)
    focusAt(put.cursor)
    onPicked(canned)
  }

  /** Whether the key was meant for the list. */
  function press(event: KeyboardEvent): boolean {
    if (!term) return false
    const action = keyAction('canned', event)
    const step = action === 'next' ? 1 : action === 'previous' ? -1 : 0
    const canned = found[chosen]
    if (step && found.length) setAt({ text, place: (chosen + step + found.length) % found.length })
    else if (canned && action === 'take') pick(canned)
    else if (action === 'close') {
      event.stopPropagation()
      setClosed(term.from)
    } else return false
    event.preventDefault()
    return true
  }
  return { asked: term !== null, found, loading, chosen, values, pick, press, reopen: () => setClosed(null) }
}
