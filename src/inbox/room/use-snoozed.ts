import { useCallback } from 'react'
import { serverNow } from '#console/data/base/server-clock.ts'
import { useDue } from '#console/data/base/use-due.ts'
import type { Room } from '#console/data/chat/rooms.ts'

/** Whether a room is snoozed; renders again when that ends. */
export function useSnoozed({ snoozed_until }: Pick<Room, 'snoozed_until'>): boolean {
  const until = snoozed_until === null ? 0 : Date.parse(snoozed_until)
  useDue(useCallback((now) => (until > now ? until : Number.POSITIVE_INFINITY), [until]))
  return until > serverNow()
}
