import { t } from '#console/i18n/i18n.ts'
import { dayWord } from '../room/times.ts'

/** Separator of days. */
export function DayLine({ at }: { at: string }) {
  const day = dayWord(at, new Date())
  return (
    <div className="flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-muted px-3 py-0.5 text-xs font-medium text-muted-foreground">
        {day.is === 'other' ? day.text : t(`chat.${day.is}`)}
      </span>
    </div>
  )
}

/** Marker of the first unread message on opening. */
export function UnreadLine({ count }: { count: number }) {
  return (
    <div className="flex items-center gap-3 px-6 pt-4 pb-1 text-xs font-medium text-primary-text" data-unread-line="">
      <span aria-hidden="true" className="h-px flex-1 bg-primary/40" />
      {t('chat.unread', { count })}
      <span aria-hidden="true" className="h-px flex-1 bg-primary/40" />
    </div>
  )
}
