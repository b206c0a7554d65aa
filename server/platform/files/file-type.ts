/** File types by first bytes. Names and declared types prove nothing. */
import { isUnmarkedUtf16 } from '#contract/import/decode-text.ts'
import { trimEndOf } from '#contract/lib/trim-end.ts'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte)

const has = (bytes: Uint8Array, text: string) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'latin1')

/** The kind of each MP4 track is 8 bytes after its 'hdlr' box's name. */
function tracks(bytes: Uint8Array): Set<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = new Set<string>()
  for (let at = buffer.indexOf('hdlr'); at >= 0; at = buffer.indexOf('hdlr', at + 4)) found.add(ascii(bytes, at + 12, at + 16))
  return found
}

function mediaBrand(bytes: Uint8Array): string | null {
  if (ascii(bytes, 4, 8) !== 'ftyp') return null
  const brand = ascii(bytes, 8, 12)
  // Of several brands the first may be one that HEIC and AVIF share.
  const brands = ascii(bytes, 16, Math.min(200, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)))
  if (/^avi[fs]/.test(brand) || (/^m[is]f1$/.test(brand) && /avi[fs]/.test(brands))) return 'image/avif'
  if (/^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand)) return 'image/heic'
  if (brand === 'qt  ') return 'video/quicktime'
  const kinds = tracks(bytes)
  return /^M4[AB] $/.test(brand) || (kinds.has('soun') && !kinds.has('vide')) ? 'audio/mp4' : 'video/mp4'
}

/** Whether a picture's content is decoded by browsers alone: HEIC, and AVIF that moves. */
export const isUndecoded = (bytes: Uint8Array, type: string): boolean =>
  type === 'image/heic' || (type === 'image/avif' && /^(?:avis|msf1)$/.test(ascii(bytes, 8, 12)))

/** Audio alone, by codec names in the head. */
function matroska(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 64_000)
  const sound = has(head, 'A_OPUS') || has(head, 'A_VORBIS')
  return sound && !/V_(VP|AV1|MPEG)/.test(ascii(head, 0, 4_000)) ? 'audio/webm' : 'video/webm'
}

/** MPEG audio starts with a tag, or a frame mark of layer III or AAC. */
function mpegAudio(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 3) === 'ID3') return 'audio/mpeg'
  const [first = 0, second = 0] = bytes
  if (first !== 0xff) return null
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : null
}

/** Text of spreadsheet programs: UTF-16, or Windows-1252, which has few control characters. */
function isOldText(bytes: Uint8Array): boolean {
  if (starts(bytes, 0xff, 0xfe) || starts(bytes, 0xfe, 0xff) || isUnmarkedUtf16(bytes)) return true
  return bytes.length > 0 && !bytes.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte))
}

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Part that identifies each; Word's own may be numbered. */
const office = [
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['word/document', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
] as const

/**
 * Names in an archive are not compressed. The first one decides, because embedded files follow. An archive with a program is no document.
 */
function archive(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!text.includes('[Content_Types].xml') || text.includes('vbaProject')) return 'application/zip'
  const parts = office.map(([part, type]) => ({ at: text.indexOf(part), type })).filter(({ at }) => at >= 0)
  return parts.sort((a, b) => a.at - b.at)[0]?.type ?? 'application/zip'
}

/** Older formats share a container, whose names are no plain text. */
const olderOffice: Record<string, string> = { xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' }

const extension = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the media type of a content; the name only distinguishes types of one container. Null if unknown. */
export function fileType(bytes: Uint8Array, name: string): string | null {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'audio/wav'
  if (ascii(bytes, 0, 4) === 'OggS') return has(bytes.subarray(0, 4_000), 'theora') ? 'video/ogg' : 'audio/ogg'
  if (/^#!AMR(?:-WB)?\n/.test(ascii(bytes, 0, 9))) return 'audio/amr'
  if (starts(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return matroska(bytes)
  if ([0, 188, 376].every((at) => bytes[at] === 0x47)) return 'video/mp2t'
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return archive(bytes)
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return olderOffice[extension(name)] ?? 'application/msword'
  const media = mediaBrand(bytes) ?? mpegAudio(bytes)
  if (media) return media
  // Many programs write a text or a web page with the name of a workbook.
  if (['csv', 'tsv', 'xls'].includes(extension(name))) return isPlainText(bytes) || isOldText(bytes) ? 'text/csv' : null
  if (!isPlainText(bytes)) return null
  if (extension(name) === 'vcf') return 'text/vcard'
  return extension(name) === 'txt' ? 'text/plain' : null
}

/** File name endings by type. Types without an entry, such as unknown ones, have none. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif', 'hif'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'text/csv': ['csv', 'tsv', 'xls'],
  'text/plain': ['txt'],
  'text/vcard': ['vcf'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/webm': ['webm', 'weba'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/aac': ['aac'],
  'audio/amr': ['amr', 'awb'],
  'audio/mp4': ['m4a', 'm4b', 'mp4'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/ogg': ['ogv', 'ogg'],
  'video/webm': ['webm', 'mkv'],
  'video/mp2t': ['ts', 'mts', 'm2ts'],
}

/** Returns a name with the ending of its type, where it has none. */
export function namedByType(name: string, type: string): string {
  const [ending] = endings[type] ?? []
  return /\.\w{1,8}$/.test(name) || !ending ? name : `${name}.${ending}`
}

/** Removes name endings that contradict the content: 'photo.png.html' of a picture is 'photo.png'. */
export function fittingName(given: string, type: string): string {
  for (let name = given; ; ) {
    // Windows saves 'page.html.' as 'page.html'.
    name = trimEndOf(name, '. ')
    const stem = name.slice(0, Math.max(0, name.lastIndexOf('.')))
    const ending = name.slice(stem.length + 1).toLowerCase()
    const isEnding = stem !== '' && /^(?=\d*[a-z])[a-z\d]{1,12}$/.test(ending)
    if (!isEnding || endings[type]?.includes(ending)) return name
    name = stem
  }
}

/** Types that a browser may display; others are downloads. */
export function isShownInPlace(type: string): boolean {
  return /^(image|video|audio)\//.test(type) || type === 'application/pdf'
}
