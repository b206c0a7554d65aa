import { defineSection } from '#console/kit/define-section.tsx'
import { faq } from '#contract/sections/content/faq.ts'
import { HashtagInput } from './faq/hashtag-input.tsx'

export const screens = defineSection(faq, { fields: () => ({ hashtag: { input: HashtagInput } }) })
