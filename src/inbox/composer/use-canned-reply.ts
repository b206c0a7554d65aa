import { useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { uuidv7 } from '#console/data/outbox/row/uuid.ts'
import { t } from '#console/i18n/i18n.ts'
import { type Canned, fetchAttachment } from './canned.ts'

/** Milliseconds that a file may take: a connection that hangs must not keep the reply. */
const fetchMs = 20_000

export interface ComingFile {
  key: string
  name: string
  /** Goes on without it. */
  stop: () => void
}

/** The canned reply that the text began as, and its files on their way here; with them on their way nothing is sent. */
export function useCannedReply(text: string, add: (files: Iterable<File>) => Promise<void>) {
  const [used, setUsed] = useState<string | null>(null)
  const [coming, setComing] = useState<readonly ComingFile[]>([])
  // Whoever empties the box writes something of their own.
  if (used !== null && text === '') setUsed(null)

  async function take({ ref, attachment }: Canned) {
    setUsed(ref)
    if (!attachment) return
    const fetching = new AbortController()
    let isWanted = true
    const stop = () => {
      isWanted = false
      fetching.abort()
    }
    const { name } = attachment
    const entry = { key: uuidv7(), name, stop }
    setComing((old) => [...old, entry])
    const late = setTimeout(() => fetching.abort(), fetchMs)
    const file = await fetchAttachment(attachment, fetching.signal)
    clearTimeout(late)
    if (file && isWanted) await add([file])
    else if (isWanted) postMessage({ kind: 'error', text: t('chat.cannedFile', { name }) })
    setComing((old) => old.filter(({ key }) => key !== entry.key))
  }
  return { used, setUsed, coming, take }
}
