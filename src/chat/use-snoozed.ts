import { useCallback } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { serverNow } from '#console/data/server-clock.ts'
import { useDue } from '#console/data/use-due.ts'

/** Whether a room is put off for now; drawn again when its time comes. */
export function useSnoozed({ snoozed_until }: Pick<Room, 'snoozed_until'>): boolean {
  const until = snoozed_until === null ? 0 : Date.parse(snoozed_until)
  useDue(useCallback((now) => (until > now ? until : Number.POSITIVE_INFINITY), [until]))
  return until > serverNow()
}
