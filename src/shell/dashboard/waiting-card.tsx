import { CloudUpload } from 'lucide-react'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { Badge } from '#console/ui/badge.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { PathLink } from '../base/path-link.tsx'

const shown = 5

/** Changes that wait in the outbox. */
export function WaitingCard() {
  const { rows } = useStore(outboxStore)
  return (
    <Card aria-labelledby="waiting">
      <CardHeader
        title={<span id="waiting">{t('nav.outbox')}</span>}
        detail={rows.length > 0 ? t('waiting.count', { count: rows.length }) : undefined}
      >
        {rows.length > 0 && (
          <PathLink href="/outbox" className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('dashboard.showAll')}
          </PathLink>
        )}
      </CardHeader>
      {rows.length === 0 && (
        <p className="flex items-center gap-3 px-4 py-6 text-sm text-muted-foreground">
          <CloudUpload aria-hidden="true" className="size-5 shrink-0" />
          <span>
            <span className="font-medium text-foreground">{t('dashboard.allSent')}</span> {t('dashboard.allSentDetail')}
          </span>
        </p>
      )}
      <ul className="divide-y divide-border/60">
        {rows.slice(0, shown).map((row) => (
          <li key={row.seq} className="flex min-h-12 items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{row.label || t(`section.${row.section}`)}</span>
              <span className="block truncate text-xs text-muted-foreground">{t(`section.${row.section}`)}</span>
            </span>
            <Badge tone={row.state === 'parked' ? 'danger' : 'neutral'}>
              {t(row.state === 'parked' ? 'dashboard.needsYou' : row.state === 'sending' ? 'dashboard.sending' : 'dashboard.queued')}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
