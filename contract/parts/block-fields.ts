/** Blocks of landing pages: one list of fields, of which each kind shows its own (docs/product/landing-pages.md#blocks). */
import { productKinds, productSections } from '../choices/product-kinds.ts'
import { choice, type Fields, flag, image, reference, references, richText, rows, text, textarea, url } from '../kit/field/field.ts'
import { pictureTypes } from '../lib/picture-types.ts'

export const blockKinds = ['hero', 'text', 'image', 'video', 'products', 'events', 'questions', 'form'] as const
export type BlockKind = (typeof blockKinds)[number]

export const isBlockKind = (value: unknown): value is BlockKind => blockKinds.some((kind) => kind === value)

const of = (...is: BlockKind[]) => ({ field: 'kind', is }) as const

/** Most blocks of a page. */
export const maxBlocks = 200
/** Most products, events or questions of a block. */
export const maxCards = 24

export const blockFields = {
  kind: choice(blockKinds, { required: true, initial: 'text' }),
  /** Kept, and not published. */
  hidden: flag({ initial: false }),
  title: text({ max: 160, requiredWhen: of('hero') }),
  lead: textarea({ max: 600, shownWhen: of('hero', 'products', 'events', 'questions', 'form') }),
  body: richText({ max: 10_000, shownWhen: of('text'), requiredWhen: of('text') }),
  picture: image({
    ...{ maxWidth: 1920, maxHeight: 1920, accept: pictureTypes, maxBytes: 10_000_000 },
    ...{ shownWhen: of('hero', 'image'), requiredWhen: of('image') },
  }),
  /** Of the picture, for those who do not see it. */
  alt: text({ max: 160, shownWhen: of('hero', 'image') }),
  /** Address of a video of an allowed host. */
  video: url({ shownWhen: of('video'), requiredWhen: of('video') }),
  button: text({ max: 60, shownWhen: of('hero', 'form') }),
  /** Where the button leads; empty: to the form. */
  link: url({ shownWhen: of('hero') }),
  products: rows(
    {
      category: choice(productKinds, { required: true, initial: 'membership' }),
      product_id: reference({ required: true, to: '{category}', sections: productSections }),
    },
    { max: maxCards, shownWhen: of('products') },
  ),
  events: references({ to: 'event', max: maxCards, shownWhen: of('events') }),
  questions: rows(
    { question: text({ required: true, max: 200 }), answer: textarea({ required: true, max: 2_000 }) },
    { max: maxCards, shownWhen: of('questions') },
  ),
} as const satisfies Fields
