/** Pictures scaled and encoded for a screen (docs/product/forms.md#image-loader). */

import { choice, number, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

export const pictureForms = ['png', 'jpeg', 'webp'] as const

/** Widths that pictures are made in; a requested width is rounded up, to limit the number of variants. */
export const pictureWidths = [64, 128, 256, 480, 960, 1_280, 1_920, 4_096] as const
export const pictureQualities = [50, 75, 100] as const

/** The first entry of a rising list from the value on. */
export const snapTo = (list: readonly number[], value: number): number => list.find((each) => each >= value) ?? value

/** 404 'image not available' for what is no picture of this server, or exceeds `maxPixels`. */
export const imageLoader = call({
  name: 'image-loader.show',
  kind: 'query',
  host: 'imageLoader',
  method: 'GET',
  path: '/image-loader',
  permission: 'signed-in',
  query: {
    url: text({ required: true, max: 2_048 }),
    /** Quality of jpeg and webp; png is lossless. */
    q: number({ integer: true, min: 1, max: 100, initial: 100 }),
    f: choice(pictureForms, { initial: 'png' }),
    /** Width in pixels that the screen needs. */
    w: number({ integer: true, min: 1, max: 4_096 }),
    /** The session's `image_key`, because an `<img>` sends no Authorization header. */
    key: text({ max: 200 }),
  },
  reply: { of: 'blob', type: 'image/png' },
  silent: true,
})

/** Maximum pixels of a source picture. */
export const maxPixels = 24_000_000
