import { Laptop, Smartphone } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Badge } from '#console/ui/badge.tsx'
import { Button } from '#console/ui/button.tsx'
import type { SessionEntry } from '#contract/account.ts'
import { formatDateTime } from '../text/format.ts'
import { relativeTime } from '../text/relative-time.ts'

const isPhone = (device: string) => /Android|iPhone|iPad/.test(device)

interface Props {
  sessions: readonly SessionEntry[]
  /** Ends a session; absent for the current one. */
  onEnd: (session: SessionEntry) => void
}

/** Sessions of a user (words of the catalog `account`). */
export function SessionList({ sessions, onEnd }: Props) {
  if (!sessions.length) return <p className="px-4 py-4 text-sm text-muted-foreground">{t('account.noSessions')}</p>
  return (
    <ul className="divide-y divide-border/60">
      {sessions.map((session) => {
        const device = session.device || t('account.unknownDevice')
        const Icon = isPhone(session.device) ? Smartphone : Laptop
        return (
          <li key={session.id} className="flex items-center gap-3 px-4 py-2.5">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
                <bdi>{device}</bdi>
                {session.current && <Badge tone="accent">{t('account.thisDevice')}</Badge>}
              </p>
              <p className="text-xs text-muted-foreground" title={formatDateTime(session.last_used)}>
                <bdi dir="ltr">{session.address}</bdi> · {t('account.lastUsed', { at: relativeTime(session.last_used) })} ·{' '}
                {t('account.since', { at: formatDateTime(session.created_at) })}
              </p>
            </div>
            {!session.current && (
              <Button size="small" aria-label={t('account.endOf', { device })} onClick={() => onEnd(session)}>
                {t('account.end')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
