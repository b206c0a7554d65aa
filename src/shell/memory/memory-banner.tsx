import { HardDrive } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import {
  answerNotice,
  asksPerson,
  findNotice,
  holdsDraft,
  type MemoryNotice,
  oldRows,
  requestPersistence,
} from '#console/data/start/browser-memory.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { PathLink } from '../base/path-link.tsx'
import { useMemory } from './memory-notice.tsx'
import { adviceSentence, askTitle, refusedSentence } from './memory-sentences.ts'
import { WaitingActions } from './waiting-actions.tsx'

/** Milliseconds. What is typed and what becomes a day old is looked at so often. */
const lookEvery = 20_000

function Line({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning-text md:px-6"
    >
      <HardDrive aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">{title}</strong> {detail}
      </p>
      <span className="flex flex-wrap gap-2">{children}</span>
    </div>
  )
}

/** What is said above the screens of a browser that may forget, and the question for its storage where a person is asked. */
export function MemoryBanner() {
  const memory = useMemory()
  const { rows } = useStore(outboxStore)
  const isOnline = useConnection() === 'online'
  const [now, setNow] = useState(Date.now)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEvery)
    return () => clearInterval(timer)
  }, [])
  // Asked in silence, once a page: a browser that does not ask the person may say yes to somebody who works here.
  const isRequested = useRef(false)
  const isSilent = memory !== null && !asksPerson(memory) && !memory.isPrivate && memory.persisted === false
  const isWorthIt = isSilent && rows.length > 0
  useEffect(() => {
    if (!isWorthIt || isRequested.current) return
    isRequested.current = true
    void requestPersistence()
  }, [isWorthIt])

  const notice = memory && findNotice({ memory, rows, hasDraft: holdsDraft(), isOnline, now })
  if (!memory || !notice) return null
  const answer = (what: MemoryNotice) => {
    answerNotice(what, Date.now())
    setNow(Date.now())
  }
  if (notice === 'window')
    return (
      <Line title={t('memory.window')} detail={t('memory.windowDetail')}>
        <Button size="small" onClick={() => answer('window')}>
          {t('memory.understood')}
        </Button>
      </Line>
    )
  if (notice === 'old')
    return (
      <Line title={t('memory.old', { count: oldRows(rows, now).length })} detail={adviceSentence(rows, isOnline).join(' ')}>
        <WaitingActions />
        <PathLink href="/outbox" className={buttonClass({ size: 'small' })}>
          {t('memory.show')}
        </PathLink>
        <Button size="small" variant="ghost" onClick={() => answer('old')}>
          {t('memory.later')}
        </Button>
      </Line>
    )
  const keep = async () => {
    setAsking(true)
    const isKept = await requestPersistence()
    setAsking(false)
    postMessage(isKept ? { kind: 'success', text: t('memory.granted') } : { kind: 'info', text: refusedSentence(memory) })
    answer('ask')
  }
  return (
    <Line title={askTitle()} detail={t('memory.askDetail')}>
      <Button size="small" variant="primary" busy={isAsking} onClick={() => void keep()}>
        {t('memory.keep')}
      </Button>
      <Button size="small" variant="ghost" onClick={() => answer('ask')}>
        {t('memory.notNow')}
      </Button>
    </Line>
  )
}
