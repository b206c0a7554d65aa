import { useMemo } from 'react'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { holds } from '#contract/kit/field/permission.ts'

export interface ChatMay {
  /** Reply, note, tag, resolve, snooze. */
  update: boolean
  assign: boolean
  /** Assign many at once (docs/product/access.md#bulk-transfer). */
  transfer: boolean
  start: boolean
  seeExecutives: boolean
}

/** Permissions in the inbox (docs/product/chat.md#what-people-may-do). */
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

/** Id of the signed-in person; 0 for nobody. */
export const useMe = (): number => useSession().session?.user.id ?? 0
