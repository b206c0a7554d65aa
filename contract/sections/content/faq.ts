import { type Fields, flag, joined, number, reference, richText, rows, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { highlightCalls } from '../../parts/highlight-calls.ts'

/** Maximum highlights on a screen. */
export const maxHighlights = 50

/** A highlighted question; `sort` is its position, `id` that of the question. */
export const highlightFields = {
  id: number({ required: true, integer: true }),
  ref: text({ required: true }),
  version: number({ required: true, integer: true }),
  question: text({ required: true }),
  is_show: flag({ required: true }),
  sort: number({ required: true, integer: true }),
} as const satisfies Fields

export const faq = section('faq', {
  path: '/content/in/v1/faqs',
  nav: { group: 'content', icon: 'circle-question-mark' },
  permission: 'content',
  title: 'question',
  fields: {
    question: text({ required: true, max: 255 }),
    answer: richText({ required: true, max: 20_000 }),
    category: reference({ to: 'category', query: 'model:faq' }),
    category_name: joined('category.name'),
    /** The server sets ids: equal words have equal ids. */
    hashtag: rows({ id: number({ readOnly: true, integer: true }), name: text({ required: true, max: 60 }) }, { max: 20 }),
    is_show: flag({ initial: true }),
    sort: number({ integer: true, min: 0, max: 1_000_000 }),
    /** Position among highlights; null for others. */
    highlight: number({ readOnly: true, integer: true }),
  },
  groups: [{ fields: ['question', 'answer', 'category', 'sort', 'hashtag', 'is_show'] }],
  list: {
    columns: ['question', 'category', 'hashtag', 'is_show', 'sort', '-highlight', '-updated_at', '-updated_by', '-created_at'],
    search: ['question', 'category_name'],
    filters: ['category', 'is_show', 'highlight'],
    sort: 'sort asc',
    bulkEdit: ['category', 'is_show'],
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'question' },
  switches: { is_show: { by: 'call', path: '/show-hide' } },
  calls: {
    ...highlightCalls({
      path: '/content/in/v1/highlights',
      section: 'faq',
      max: maxHighlights,
      fields: highlightFields,
      moved: 'faq_id',
      removed: 'faq_ids',
    }),
  },
})
