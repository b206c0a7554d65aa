import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { currentAction } from '#console/data/writes/current-action.ts'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'

const actionMessages = {
  create: 'outbox.create',
  update: 'outbox.update',
  remove: 'outbox.remove',
  swap: 'outbox.swap',
  switch: 'outbox.switch',
  bulkUpdate: 'outbox.status',
} as const satisfies Record<string, MessageId>

function isKnownAction(action: string): action is keyof typeof actionMessages {
  return Object.hasOwn(actionMessages, action)
}

/** 'Edit: Lead' for a change, from the catalog `outbox`. For a chat, only a change of status is named. */
export function changeText({ action: stored, section, patch }: Pick<OutboxRow, 'action' | 'section' | 'patch'>): string {
  const action = currentAction(stored)
  const isOther = !isKnownAction(action) || (section === chatPlatform.name && !('status' in patch))
  return t(isOther ? 'outbox.change' : actionMessages[action], { what: t(`section.${section}`) })
}
