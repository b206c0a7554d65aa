import { faq } from '#contract/sections/content/faq.ts'
import { numberHashtags } from '#server/content/hashtags.ts'
import { serve } from '#server/crud/serve.ts'
import { faqs } from '#server/db/tables/content.ts'
import { addHighlights, followRemovals, listHighlights, moveHighlight, removeHighlights } from './faq-highlights.ts'

export const faqApi = serve(faq, faqs, {
  async prepare({ db, values }) {
    values.hashtag = await numberHashtags(db, values.hashtag)
  },
  afterChange: followRemovals,
  calls: { highlights: listHighlights, highlight: addHighlights, place: moveHighlight, unhighlight: removeHighlights },
})
