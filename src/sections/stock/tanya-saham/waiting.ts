import { useMemo } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { questionReply, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

export interface WaitingOf {
  /** Words of the last answer that waits; null where it is a file alone. */
  answer: string | null
  answers: number
  taken: boolean
}

/** What waits for the network, or for the person, by the ref of its chat. */
export function useWaitingAnswers(): ReadonlyMap<string, WaitingOf> {
  const { rows } = useStore(outboxStore)
  return useMemo(() => {
    const found = new Map<string, WaitingOf>()
    const of = (chat: string): WaitingOf => found.get(chat) ?? { answer: null, answers: 0, taken: false }
    for (const { call, patch, touches } of rows) {
      const chat = toText(patch.chat)
      if (call === questionReply.name)
        found.set(chat, { answer: typeof patch.content === 'string' ? patch.content : null, answers: of(chat).answers + 1, taken: true })
      if (call === `${tanyaSaham.name}.takeover`) for (const ref of touches) found.set(ref, { ...of(ref), taken: true })
    }
    return found
  }, [rows])
}
