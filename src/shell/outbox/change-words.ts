import type { OutboxRow } from '#console/data/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'

const actionWords = {
  create: 'outbox.create',
  update: 'outbox.update',
  remove: 'outbox.remove',
  swap: 'outbox.swap',
  switch: 'outbox.switch',
  status: 'outbox.status',
} as const satisfies Record<string, MessageId>

function isKnownAction(action: string): action is keyof typeof actionWords {
  return Object.hasOwn(actionWords, action)
}

/** 'Edit: Lead': what a change does, from the catalog `outbox`. */
export function changeWords({ action, section }: Pick<OutboxRow, 'action' | 'section'>): string {
  return t(isKnownAction(action) ? actionWords[action] : 'outbox.change', { what: t(`section.${section}`) })
}
