import { useMemo } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { questionReply, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

export interface WaitingOf {
  /** Text of the last waiting answer; null for a file alone. */
  answer: string | null
  answers: number
  taken: boolean
}

/** Answers in the outbox, waiting or parked, by the ref of the chat. */
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
