import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { faq, maxHighlights } from '#contract/sections/content/faq.ts'
import { Highlights as HighlightsOf } from '../../highlights.tsx'

/** Highlighted questions. */
export const Highlights = () => (
  <HighlightsOf
    section={faq}
    words="faq"
    moved="faq_id"
    removed="faq_ids"
    max={maxHighlights}
    head="faq.question"
    mark={({ is_show }) => is_show === false && <StatusBadge value="inactive" tone="neutral" />}
  />
)
