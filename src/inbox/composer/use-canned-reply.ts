import { useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type Canned, fetchAttachment } from './canned.ts'

/** Timeout of a file in milliseconds: a hanging connection must not block the reply. */
const fetchMs = 20_000

export interface ComingFile {
  key: string
  name: string
  /** Sends without it. */
  stop: () => void
}

/** The canned reply that the text came from, and its files being fetched; until they arrive nothing is sent. */
export function useCannedReply(text: string, add: (files: Iterable<File>) => Promise<void>) {
  const [used, setUsed] = useState<string | null>(null)
  const [coming, setComing] = useState<readonly ComingFile[]>([])
  // An emptied box starts another text.
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
