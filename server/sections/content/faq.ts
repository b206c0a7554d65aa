import { faq, maxHighlights } from '#contract/sections/content/faq.ts'
import { numberHashtags } from '#server/content/hashtags.ts'
import { serveHighlights } from '#server/content/highlights.ts'
import { serve } from '#server/crud/serve.ts'
import { faqs } from '#server/db/tables/content.ts'

const { id, ref, version, question, is_show } = faqs
const { calls, afterChange } = serveHighlights({
  section: faq,
  table: faqs,
  columns: { id, ref, version, question, is_show },
  search: ['question'],
  moved: 'faq_id',
  removed: 'faq_ids',
  max: maxHighlights,
})

export const faqApi = serve(faq, faqs, {
  async prepare({ db, values }) {
    values.hashtag = await numberHashtags(db, values.hashtag)
  },
  afterChange,
  calls,
})
