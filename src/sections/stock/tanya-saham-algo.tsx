import { lazy } from 'react'
import { listOptions } from '#console/data/query/queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages, loadSectionWords } from '#console/i18n/i18n.ts'
import { defineSection, type SectionModule } from '#console/kit/define-section.tsx'
import { tanyaSahamAlgo } from '#contract/sections/stock/tanya-saham-algo.ts'
import { questionsQuery, usualTab } from './tanya-saham/search.ts'

/** Loaded with the words of the inbox. */
const Inbox = lazy(async () => {
  const words = Promise.all([loadMessages(['chat', 'voice']), loadSectionWords('tanya-saham')]).catch(() => undefined)
  const [module] = await Promise.all([import('./tanya-saham/inbox.tsx'), words])
  return { default: module.Inbox }
})

/** Inbox of the algorithm's chats. */
export const screens: SectionModule = {
  ...defineSection(tanyaSahamAlgo),
  List: ({ search }) => <Inbox section={tanyaSahamAlgo} search={search} />,
  prefetchList: async (search) =>
    void queryClient.prefetchQuery(listOptions(tanyaSahamAlgo, questionsQuery(search, usualTab(tanyaSahamAlgo.name)))),
}
