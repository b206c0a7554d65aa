import { Rows3, Star } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { faq } from '#contract/sections/content/faq.ts'
import { HashtagInput } from './faq/hashtag-input.tsx'
import { Highlights } from './faq/highlights.tsx'

export const screens = defineSection(faq, {
  fields: () => ({ hashtag: { input: HashtagInput } }),
  bodies: [
    {
      name: 'list',
      icon: Rows3,
      body: null,
      get label() {
        return t('faq.asList')
      },
    },
    {
      name: 'highlights',
      icon: Star,
      body: Highlights,
      get label() {
        return t('faq.highlights')
      },
    },
  ],
})
