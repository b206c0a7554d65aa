import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import { KindIcon, messageSummary } from './tick.tsx'

export interface Quoted {
  ref: string
  content?: string | null
  kind?: MessageKind | null
  is_admin?: boolean | null
}

/** The quoted message in two lines; a press jumps to it. */
export function Quote({ quoted, customer, onJump }: { quoted: Quoted; customer: string; onJump?: (ref: string) => void }) {
  const body = (
    <>
      <span className="block truncate text-xs font-semibold text-primary-text">
        {quoted.is_admin ? t('chat.us') : <bdi>{customer}</bdi>}
      </span>
      <span className="flex items-center gap-1 text-sm text-muted-foreground">
        <KindIcon kind={quoted.kind ?? null} />
        <bdi dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {drawSentence(messageSummary(quoted.kind ?? null, quoted.content ?? null))}
        </bdi>
      </span>
    </>
  )
  const look =
    'block w-full min-w-0 rounded-lg border-s-3 border-primary bg-[light-dark(oklch(0_0_0/0.05),oklch(0_0_0/0.22))] px-2.5 py-1.5 text-start'
  if (!onJump) return <div className={look}>{body}</div>
  return (
    <button type="button" className={`${look} mb-1.5`} onClick={() => onJump(quoted.ref)}>
      {body}
    </button>
  )
}
