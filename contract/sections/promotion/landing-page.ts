import { languages } from '../../choices/languages.ts'
import {
  choice,
  choices,
  dateTime,
  digits,
  type Fields,
  joined,
  money,
  number,
  reference,
  rows,
  slug,
  text,
} from '../../kit/field/field.ts'
import { isRecord } from '../../kit/field/guards.ts'
import type { Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { blockFields, maxBlocks } from '../../parts/block-fields.ts'

export const landingStates = ['draft', 'publish'] as const
/** Fields of the form beside name and phone. */
export const landingFormFields = ['email', 'city', 'notes'] as const

const blocksOf = ({ sections }: Readonly<Record<string, unknown>>) => (Array.isArray(sections) ? sections.filter(isRecord) : [])

/** A hidden one is another draft of it. */
const hasOneForm = {
  field: 'sections',
  code: 'one_form',
  test: (record) => blocksOf(record).filter(({ kind, hidden }) => kind === 'form' && hidden !== true).length <= 1,
} as const satisfies Rule

/** What a page shows of products and events, as it is now. */
export const cardFields = {
  products: rows({
    category: text({ required: true }),
    id: number({ required: true, integer: true }),
    title: text({ required: true }),
    /** Null: free. */
    price: money(),
    /** Before a discount. */
    before: money(),
    picture: text(),
  }),
  events: rows({
    id: number({ required: true, integer: true }),
    title: text({ required: true }),
    start_at: dateTime({ required: true }),
    location: text({ required: true }),
    price: money(),
    path: text({ required: true }),
  }),
} as const satisfies Fields

/** Pages of blocks with a form that makes leads (docs/product/landing-pages.md). */
export const landingPage = section('landing-page', {
  path: '/console/in/v1/landing-page',
  backOffice: 'hidden',
  nav: { group: 'promotion', icon: 'panels-top-left' },
  permission: 'promotion',
  /** Campaigns refer to them. */
  readableBy: ['get event'],
  readableFields: ['title', 'slug', 'status'],
  title: 'title',
  options: { detail: 'slug' },
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 160 }),
    /** Made from the title if empty. */
    slug: slug({ from: 'title', unique: true }),
    status: choice(landingStates, { made: true, initial: 'draft', tones: { publish: 'good', draft: 'neutral' } }),
    language: choice(languages, { made: true, initial: 'id' }),
    campaign: reference({ to: 'campaign' }),
    campaign_name: joined('campaign.name'),
    sections: rows(blockFields, { max: maxBlocks }),
    form_fields: choices(landingFormFields),
    /** Of Meta. */
    pixel_id: digits({ max: 20 }),
    /** People who filled in the form. */
    leads: number({ readOnly: true, required: true, integer: true }),
  },
  rules: [hasOneForm],
  groups: [
    { fields: ['title', 'slug', 'status', 'language', 'campaign'] },
    { title: 'blocks', fields: ['sections'] },
    { title: 'form', fields: ['form_fields', 'pixel_id'] },
  ],
  list: {
    columns: [
      'title',
      'slug',
      'status',
      'campaign',
      'leads',
      'created_at',
      'updated_at',
      '-language',
      '-form_fields',
      '-pixel_id',
      '-updated_by',
    ],
    search: ['title', 'slug', 'campaign_name'],
    filters: ['status', 'campaign', 'language'],
    dates: ['created_at', 'updated_at'],
    sort: 'created_at desc',
    omit: ['sections'],
    inline: ['status'],
    bulkEdit: ['status', 'campaign'],
  },
  /** Nobody sees a copy before it is published. */
  duplicate: () => ({ status: 'draft' }),
  calls: {
    /** What a page shows of these products (`membership 3`) and events, for a preview. */
    cards: {
      route: 'GET /cards',
      query: { products: text({ max: 4_000 }), events: text({ max: 4_000 }) },
      reply: { of: 'object', fields: cardFields },
      silent: true,
    },
    /** Returns a signed address that shows the stored page, also a draft, without its form. */
    preview: {
      route: 'GET /{id}/preview',
      reply: { of: 'object', fields: { url: text({ required: true, max: 2_048 }), until: dateTime({ required: true }) } },
    },
  },
})
