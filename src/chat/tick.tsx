import { Check, CheckCheck, CircleAlert, Clock3, FileText, ImageIcon, type LucideIcon, Mic, Video } from 'lucide-react'
import type { Tick } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import type { MessageKind } from '#contract/chat/messages.ts'

const looks: Readonly<Record<Tick, { Icon: LucideIcon; className: string }>> = {
  device: { Icon: Clock3, className: '' },
  sent: { Icon: Check, className: '' },
  delivered: { Icon: CheckCheck, className: '' },
  read: { Icon: CheckCheck, className: 'text-[light-dark(oklch(0.5_0.13_245),oklch(0.78_0.12_235))]' },
  failed: { Icon: CircleAlert, className: 'text-danger-text' },
  parked: { Icon: CircleAlert, className: 'text-warning-text' },
}

/** How far a message of ours has come. */
export function TickMark({ tick, className = 'size-4' }: { tick: Tick; className?: string }) {
  const { Icon, className: colour } = looks[tick]
  return <Icon role="img" aria-label={t(`chat.tick.${tick}`)} data-tick={tick} className={`inline shrink-0 ${className} ${colour}`} />
}

const ticks = { queued: 'device', sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' } as const

/** The tick of a room's last message; null where the customer wrote it. */
export function lastTick(room: Room): Tick | null {
  return room.last_message_is_admin && room.last_message_status ? ticks[room.last_message_status] : null
}

const kinds = { image: ImageIcon, video: Video, audio: Mic, document: FileText } as const

/** A picture of what a message is, where it is not text. */
export function KindIcon({ kind, className = 'size-3.5' }: { kind: MessageKind | null; className?: string }) {
  if (!kind || kind === 'text') return null
  const Icon = kinds[kind]
  return <Icon aria-hidden="true" className={`inline shrink-0 ${className}`} />
}

/** Words for a message: what it says, else what it is. */
export function messageWords(kind: MessageKind | null, content: string | null): string {
  if (content) return content
  return kind && kind !== 'text' ? t(`chat.kind.${kind}`) : ''
}
