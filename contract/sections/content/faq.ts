import { flag, joined, number, reference, richText, rows, text } from '../../kit/field.ts'
import { section } from '../../kit/section.ts'

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
    /** Their numbers are the server's: the same word has the same one everywhere. */
    hashtag: rows({ id: number({ readOnly: true, integer: true }), name: text({ required: true, max: 60 }) }, { max: 20 }),
    is_show: flag({ initial: true }),
    sort: number({ integer: true, min: 0, max: 1_000_000 }),
  },
  groups: [{ fields: ['question', 'answer', 'category', 'sort', 'hashtag', 'is_show'] }],
  list: {
    columns: ['question', 'category', 'hashtag', 'is_show', 'sort', '-updated_at', '-updated_by', '-created_at'],
    search: ['question', 'category_name'],
    filters: ['category', 'is_show'],
    sort: 'sort asc',
  },
  switches: { is_show: { by: 'call', path: '/show-hide' } },
  examples: {
    create: { body: { category: 21, hashtag: [{ name: 'pembayaran' }] } },
    // The first of the demo are highlights.
    remove: { after: ['faq.create'], body: { ids: [41] } },
  },
})
