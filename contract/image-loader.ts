/** Pictures in the size and form that a screen shows (part-1 section 7, image loader host). */
import { call } from './kit/call.ts'
import { choice, number, text } from './kit/field.ts'

export const pictureForms = ['png', 'jpeg', 'webp'] as const

/** 404 'image not available' for what is no picture of this server, or has more than `maxPixels`. */
export const imageLoader = call({
  name: 'image-loader.show',
  kind: 'query',
  host: 'imageLoader',
  method: 'GET',
  path: '/image-loader',
  permission: 'signed-in',
  query: {
    url: text({ required: true, max: 2_048 }),
    /** Quality of jpeg and webp. */
    q: number({ integer: true, min: 1, max: 100, initial: 100 }),
    f: choice(pictureForms, { initial: 'png' }),
    /** Pixels across at most. */
    w: number({ integer: true, min: 1, max: 4_096 }),
    /** The session's `image_key`, because an `<img>` sends no Authorization header. */
    key: text({ max: 200 }),
  },
  reply: { of: 'blob', type: 'image/png' },
  quiet: true,
})

/** Of a picture that the image loader reads. */
export const maxPixels = 24_000_000
