import { type ReactElement, Suspense } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'

export interface TroubleProps {
  message: ShownMessage
  /** Null for a chat without a room: it has neither templates nor a time limit. */
  room: Room | null
  mayWrite: boolean
}

const load = async () => (await Promise.all([import('./failed.tsx'), loadMessages(['sending', 'kit', 'forms'])]))[0]
const Parked = deferred(async () => (await load()).Parked)
const Failed = deferred(async () => (await load()).Failed)

/** Problem of an outgoing message with its actions; null where there is none. */
export function troubleOf(props: TroubleProps): ReactElement | null {
  const { tick, parked, failure } = props.message
  const isParked = tick === 'parked' && parked !== undefined
  if (!isParked && tick !== 'failed' && !(tick === 'device' && failure)) return null
  return (
    <Suspense>
      {isParked ? <Parked room={props.room} parked={parked} isTemplate={props.message.template !== null} /> : <Failed {...props} />}
    </Suspense>
  )
}
