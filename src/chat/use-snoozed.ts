import { useEffect, useState } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { serverNow } from '#console/data/server-clock.ts'

const longestTimer = 2 ** 31 - 1

/** Whether a room is put off for now; drawn again when its time comes. */
export function useSnoozed({ snoozed_until }: Pick<Room, 'snoozed_until'>): boolean {
  const [, setDrawn] = useState(0)
  const until = snoozed_until === null ? 0 : Date.parse(snoozed_until)
  const snoozed = until > serverNow()
  useEffect(() => {
    if (!snoozed) return
    const timer = setTimeout(() => setDrawn((old) => old + 1), Math.min(until - serverNow(), longestTimer))
    return () => clearTimeout(timer)
  }, [snoozed, until])
  return snoozed
}
