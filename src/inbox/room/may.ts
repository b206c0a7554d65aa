import { useMemo } from 'react'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { holds } from '#contract/kit/field/permission.ts'

export interface ChatMay {
  /** Answer, note, tag, resolve, snooze. */
  update: boolean
  assign: boolean
  /** Assign several at once (docs/product/access.md#bulk-transfer). */
  transfer: boolean
  start: boolean
  seeExecutives: boolean
}

/** What this person may do in the inbox (docs/product/chat.md#what-people-may-do). */
export function useChatMay(): ChatMay {
  const access = useAccess()
  return useMemo(
    () => ({
      update: holds(access, 'update crm'),
      assign: holds(access, 'update assign-sales'),
      transfer: holds(access, 'update assign-sales') && holds(access, 'delete crm'),
      start: holds(access, 'create crm'),
      seeExecutives: holds(access, 'get assign-sales'),
    }),
    [access],
  )
}

/** Number of the person who is signed in; 0 for nobody. */
export const useMe = (): number => useSession().session?.user.id ?? 0
