import { lazy } from 'react'
import { loadMessages, loadSectionWords } from '#console/i18n/i18n.ts'
import { defineSection, type SectionModule } from '#console/kit/define-section.tsx'
import { botConversation } from '#contract/sections/stock/bot-conversation.ts'
import { prefetchConversation } from './bot-conversation/conversation.ts'

/** Loaded with the inbox's words for sources. */
const Preview = lazy(async () => {
  const words = Promise.all([loadMessages('kit'), loadSectionWords('tanya-saham')]).catch(() => undefined)
  const [module] = await Promise.all([import('./bot-conversation/preview.tsx'), words])
  return { default: module.Preview }
})

/** Its list is the conversation. */
export const screens: SectionModule = {
  ...defineSection(botConversation),
  List: () => <Preview />,
  prefetchList: prefetchConversation,
}
