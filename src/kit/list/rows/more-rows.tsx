import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { isCached } from '#console/data/cache/cached.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { syncedAreas } from '#contract/synced-areas.ts'
import { formatNumber } from '../../text/format.ts'
import { useStableCallback } from '../../text/use-stable-callback.ts'

interface Props {
  section: string
  size: number
  total: number
  /** The list has no total: it is a lower bound. */
  least: boolean
  /** Records in the outbox that the server does not count yet. */
  more: number
  /** The rows asked for are not there yet. */
  busy: boolean
  onMore: () => void
}

/** Distance at which rows are asked for, ahead of a thumb that scrolls. */
const ahead = '800px'
/** Until then only where the rows leave room above the bottom bar: a list that is just opened is no long one. */
const still = '-72px'

/** The end of a phone's list: loads rows as it comes near, by a button for those who do not scroll; no rows that cannot come. */
export function MoreRows({ section, size, total, least, more, busy, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(() => scrollY > 0)
  const online = useConnection() === 'online'
  const isHere = syncedAreas.some((area) => area === section && isCached(area))
  const wanted = size < total && !busy && (online || isHere)
  const router = useRouter()
  // More rows are another address: they must not end the way to a record that was just pressed.
  const ask = useStableCallback(() => {
    if (router.state.status === 'idle') onMore()
  })
  useEffect(() => {
    const note = () => setScrolled(true)
    addEventListener('scroll', note, { once: true, passive: true })
    return () => removeEventListener('scroll', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after more rows the end may still be near, which an observer tells once
  useEffect(() => {
    const { current: element } = end
    if (!wanted || !element) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && ask(), {
      rootMargin: `0px 0px ${scrolled ? ahead : still}`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [wanted, size, scrolled, ask])
  return (
    <div ref={end} className="flex min-h-28 items-start gap-2 px-4 py-2 text-sm text-muted-foreground">
      <p className="tabular-nums" data-total={total}>
        {t('list.range', {
          from: formatNumber(total + more && 1),
          to: formatNumber(Math.min(size, total) + more),
          total: formatNumber(total + more) + (least && size < total ? '+' : ''),
        })}
        {more > 0 && <span className="font-medium text-warning-text">, {t('waiting.count', { count: more })}</span>}
      </p>
      {wanted && (
        <Button variant="link" size="small" repeats onClick={onMore}>
          {t('filters.more')}
        </Button>
      )}
    </div>
  )
}
