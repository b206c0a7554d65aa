import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { messagesName } from '#contract/chat/messages.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { attachmentsName } from '#contract/sections/sales/lead-attachments.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Ref of a change's chat; null for other changes. */
export function chatOf({ section, patch, params, touches }: OutboxRow): string | null {
  if (section === messagesName) return text(patch.room) || params.room || null
  return section === chatPlatform.name ? (touches[0] ?? null) : null
}

/** Path at which the changed record is edited; null where there is none. */
export function placeOf(row: OutboxRow): string | null {
  const room = chatOf(row)
  if (room) return `/chat-platform/list?room=${room}`
  const [ref] = row.touches
  if (ref === undefined || (row.action !== 'create' && row.action !== 'update')) return null
  return row.section === attachmentsName ? `/leads/edit/${row.params.id}` : `/${row.section}/edit/${ref}`
}
