/** Conversion of one video by itself, apart from any record (docs/product/videos.md#conversion-alone). */
import { video } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** Maximum bytes of a video that is converted while its sender waits. */
export const maxConvertedBytes = 200_000_000

/** The reply is the MP4. Without a file, or with one that is no video, 422 says so in the base contract's words. */
export const convertVideo = call({
  name: 'videos.convert',
  kind: 'mutation',
  method: 'POST',
  path: '/utility/in/v1/video-conversion',
  permission: ['create content', 'update content', 'create product', 'update product'],
  encoding: 'multipart',
  body: { video: video({ storage: 'temporary', maxBytes: maxConvertedBytes }) },
  reply: { of: 'blob', type: 'video/mp4' },
})
