import { type KeyboardEvent, useState } from 'react'
import { useConfig } from '#console/data/api/config.ts'
import { useSession } from '#console/data/api/session.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { type Canned, cannedTerm, cannedTitle, fillCanned, findCanned, type Variables } from './canned.ts'
import { useCanned } from './use-canned.ts'
import type { Text } from './use-text.ts'

/** Canned replies after a '/': the matches, the one that Enter takes, and the keys. */
export function useCannedMenu({ box, text, cursor, insert }: Text, customer: string, onPicked: (canned: Canned) => void) {
  const { session } = useSession()
  const { product } = useConfig()
  const { all, loading } = useCanned()
  const [at, setAt] = useState({ text, place: 0 })
  /** Position of a '/' whose list was closed with Escape. */
  const [closed, setClosed] = useState<number | null>(null)
  const values: Variables = { customer_name: customer, sales_name: session?.user.name ?? '', product }
  /** Position of a '/' from the button, until something is typed. */
  const [put, setPut] = useState<number | null>(null)
  const asked = cannedTerm(text, cursor)
  const term = asked && asked.from !== closed ? asked : null
  const named = all.map((canned) => ({ ...canned, title: cannedTitle(canned.title, values) }))
  const found = term ? findCanned(named, term.term) : []
  // Other text has other matches, and selects the first.
  const chosen = at.text === text ? Math.min(at.place, Math.max(0, found.length - 1)) : 0

  function pick(canned: Canned) {
    if (!term) return
    insert(fillCanned(canned.text, values), term.from)
    onPicked(canned)
  }

  /** Inserts a '/' that starts a word, for the button. */
  function ask() {
    setClosed(null)
    if (asked) return box.current?.focus()
    const before = text.slice(0, cursor)
    insert(before === '' || /\s$/.test(before) ? '/' : ' /')
    setPut(cursor)
  }

  function close(from: number) {
    setClosed(from)
    // A '/' that the button inserted is not to be sent.
    if (put !== null && text.slice(put, cursor).trim() === '/') insert('', put)
  }

  function reopen() {
    setClosed(null)
    setPut(null)
  }

  /** Whether the list handled the key. */
  function press(event: KeyboardEvent): boolean {
    if (!term) return false
    const action = keyAction('canned', event)
    const step = action === 'next' ? 1 : action === 'previous' ? -1 : 0
    const canned = found[chosen]
    if (step && found.length) setAt({ text, place: (chosen + step + found.length) % found.length })
    else if (canned && action === 'take') pick(canned)
    else if (action === 'close') {
      event.stopPropagation()
      close(term.from)
    } else return false
    event.preventDefault()
    return true
  }
  return { asked: term !== null, found, loading, chosen, values, pick, press, ask, reopen }
}
