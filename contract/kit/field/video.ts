/** What may be uploaded as a video and what becomes of it (docs/product/videos.md). The file itself is a field of kind `video`. */
import { choice, dateTime, type Field, type Fields, number, rows, text } from './field.ts'

/** Maximum bytes of a video, 2 GB. */
export const maxVideoBytes = 2_147_483_648

/** Types that a form offers; others of the kind are accepted by their content. */
export const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska'] as const

/** Bytes from a file's start by which a video is known. */
export const videoHeadBytes = 400

/** Whether a file begins as the videos that are taken do: MP4 and QuickTime, WebM and Matroska, Ogg, MPEG transport streams. Not AVI. */
export function isVideoHead(head: Uint8Array): boolean {
  const ascii = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (ascii(4, 8) === 'ftyp') return !/^(avif|avis|hei[cxms]|hev[cx]|mif1|msf1)$/.test(ascii(8, 12))
  if ([0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => head[at] === byte)) return true
  return ascii(0, 4) === 'OggS' || [0, 188, 376].every((at) => head[at] === 0x47)
}

/** `waiting` for its turn, `converting`, `ready` to play, `failed` for good or until somebody tries again. */
export const videoStates = ['waiting', 'converting', 'ready', 'failed'] as const
export type VideoState = (typeof videoStates)[number]

/** Why a video failed. */
export const videoReasons = [
  'no_converter',
  'damaged',
  'no_picture',
  'too_long',
  'too_wide',
  'too_heavy',
  'no_room',
  'gave_up',
  'cancelled',
] as const
export type VideoReason = (typeof videoReasons)[number]

/** Messages of docs/product/videos.md#messages, verbatim. */
export const videoMessages = {
  missing: 'File video tidak ditemukan',
  taken: 'Video berhasil diupload ke ffmpeg',
  failed: 'Gagal mengupload video ke ffmpeg',
} as const

/** What a record's videos are now; the record itself does not change while one is converted. */
export const videoStatus = {
  /** Where it stands in the record: `video`, `lessons.2.video`. */
  path: text({ required: true }),
  state: choice(videoStates, { required: true }),
  /** Percent of the conversion; null while unknown. */
  percent: number(),
  /** One of `videoReasons`, as a text: their list would be in the first chunks of the console. */
  reason: text(),
  /** One of `videoMessages`. */
  message: text({ required: true }),
  /** Signed address of what plays now: the video itself, or the one before it until it is ready. */
  url: text(),
  poster: text(),
  /** Seconds and pixels. */
  duration: number(),
  width: number(),
  height: number(),
  /** End of the addresses. */
  until: dateTime(),
} as const satisfies Fields

/** A file that is no video, with an address that opens it for some hours. */
export const signedFile = {
  path: text({ required: true }),
  name: text({ required: true }),
  url: text({ required: true }),
  until: dateTime({ required: true }),
} as const satisfies Fields

export const videosReply = {
  videos: rows(videoStatus, { required: true, max: 1_000 }),
  files: rows(signedFile, { required: true, max: 1_000 }),
} as const satisfies Fields

/** Whether a record may have videos, at any depth. */
export const hasVideo = (fields: Fields): boolean =>
  Object.values(fields).some((field: Field) => field.kind === 'video' || (field.fields !== undefined && hasVideo(field.fields)))
