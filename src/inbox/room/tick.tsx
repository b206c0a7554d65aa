import { FileText, ImageIcon, Mic, Video } from 'lucide-react'
import type { Tick } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { Outline } from '#console/ui/outline.tsx'
import type { MessageKind } from '#contract/parts/message-fields.ts'

const round = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18'
const shapes = {
  clock: `${round}M12 7v5l3 2`,
  one: 'M5 12.5l4.5 4.5L19 7',
  two: 'M1.5 12.5L6 17L15.5 7M12 16.5l.5.5L22 7',
  mark: `${round}M12 8v4.5M12 16v.01`,
}

const looks: Readonly<Record<Tick, { shape: string; className: string }>> = {
  device: { shape: shapes.clock, className: '' },
  sent: { shape: shapes.one, className: '' },
  delivered: { shape: shapes.two, className: '' },
  read: { shape: shapes.two, className: 'text-[light-dark(oklch(0.5_0.13_245),oklch(0.78_0.12_235))]' },
  failed: { shape: shapes.mark, className: 'text-danger-text' },
  parked: { shape: shapes.mark, className: 'text-warning-text' },
}

/** Delivery status of an outgoing message; a single path, because conversations draw thousands. */
export function TickMark({ tick, className = 'size-4' }: { tick: Tick; className?: string }) {
  const { shape, className: colour } = looks[tick]
  return (
    <Outline role="img" aria-label={t(`chat.tick.${tick}`)} data-tick={tick} className={`inline shrink-0 ${className} ${colour}`}>
      <path d={shape} />
    </Outline>
  )
}

const ticks = { queued: 'device', sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' } as const

/** Tick of a room's last message; null for an incoming one. */
export function lastTick(room: Room): Tick | null {
  return room.last_message_is_admin && room.last_message_status ? ticks[room.last_message_status] : null
}

const kinds = { image: ImageIcon, video: Video, audio: Mic, document: FileText } as const

/** Icon of a message's kind, where it is not text. */
export function KindIcon({ kind, className = 'size-3.5' }: { kind: MessageKind | null; className?: string }) {
  if (!kind || kind === 'text' || kind === 'note') return null
  const Icon = kinds[kind]
  return <Icon aria-hidden="true" className={`inline shrink-0 ${className}`} />
}

/** Text of a message, else its kind in words. */
export function messageSummary(kind: MessageKind | null, content: string | null): string {
  if (content) return content
  return kind && kind !== 'text' ? t(`chat.kind.${kind}`) : ''
}
