import { lazy } from 'react'
import { listOptions } from '#console/data/query/queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { defineSection, type SectionModule } from '#console/kit/define-section.tsx'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { questionsQuery, usualTab } from './tanya-saham/search.ts'

const Inbox = lazy(async () => {
  const words = loadMessages(['chat', 'voice']).catch(() => undefined)
  const [module] = await Promise.all([import('./tanya-saham/inbox.tsx'), words])
  return { default: module.Inbox }
})

const Gallery = lazy(async () => {
  const words = loadMessages('chat').catch(() => undefined)
  const [module] = await Promise.all([import('./tanya-saham/gallery.tsx'), words])
  return { default: module.Gallery }
})

const Report = lazy(async () => {
  const words = loadMessages(['chat', 'reports']).catch(() => undefined)
  const [module] = await Promise.all([import('./tanya-saham/report.tsx'), words])
  return { default: module.Report }
})

/** Regular on the wire; its list is an inbox, a gallery of pictures, and reports. */
export const screens: SectionModule = {
  ...defineSection(tanyaSaham),
  List: ({ search, at }) => {
    if (at === 'image') return <Gallery search={search} />
    return at === 'report' ? <Report search={search} /> : <Inbox section={tanyaSaham} search={search} />
  },
  prefetchList: async (search) =>
    void queryClient.prefetchQuery(listOptions(tanyaSaham, questionsQuery(search, usualTab(tanyaSaham.name)))),
}
