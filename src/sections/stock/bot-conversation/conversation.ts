/** Conversation with the bot on the server; polled each second while an answer is pending. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { listCall } from '#contract/kit/section/read-calls.ts'
import type { Row } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { botConversation, keptMessages } from '#contract/sections/stock/bot-conversation.ts'

export type BotMessage = Row<typeof botConversation>

const pollMs = 1_000
const [askCall, clearCall] = [sectionCall(botConversation, 'ask'), sectionCall(botConversation, 'clear')]

/** Whether the newest message is a question. */
export const isAnswering = (messages: readonly BotMessage[]): boolean => messages.at(-1)?.is_bot === false

const options = queryOptions({
  queryKey: [botConversation.name, 'conversation'],
  queryFn: async ({ signal }): Promise<BotMessage[]> => {
    const list = { page: 1, size: keptMessages, search: '', sort: null, filters: [] }
    const { data } = await request<Page<BotMessage>>(listCall(botConversation), { list, signal })
    return data.reverse()
  },
})

export const prefetchConversation = async (): Promise<void> => void queryClient.prefetchQuery(options)

export const useBotMessages = () =>
  useQuery({ ...options, refetchInterval: ({ state: { data } }) => (data && isAnswering(data) ? pollMs : false) })

const readAgain = () => queryClient.invalidateQueries({ queryKey: options.queryKey })

/** Idempotent by `ref`: a repeated question is asked once. Throws ApiError. */
export async function askBot(question: { ref: string; content: string; member_id: number | null }): Promise<void> {
  await request(askCall, { body: question })
  await readAgain()
}

export const newQuestion = uuidv7

/** Throws ApiError. */
export async function clearConversation(): Promise<void> {
  await request(clearCall)
  await readAgain()
}
