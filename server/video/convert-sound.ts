/** Makes another form of a sound: what WhatsApp takes as a voice note, or what every browser plays (docs/product/chat.md#voice-notes). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oggOfRecording } from '#contract/lib/sound/repack.ts'
import { soundOf } from '#contract/lib/sound/sound-of.ts'
import { findFfmpeg } from '#server/platform/files/find-ffmpeg.ts'
import { FileBody } from '#server/platform/http/reply.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { runFfmpeg } from './encode.ts'

/** Demuxers of ffmpeg by type: it never guesses, so that no playlist is followed. */
const demuxers: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/webm': 'matroska',
  'audio/mp4': 'mov',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/wav': 'wav',
}

/** Of a voice, which WhatsApp's own notes have, too. */
const rate = ['-ar', '16000', '-ac', '1']
/** Seconds; the recorder stops after 30 minutes. */
const maxSeconds = ['-t', '3600']
/** Samples without a container: a recorder's fragments begin late and have gaps, which phones do not play and WhatsApp refuses. */
const samples = ['-f', 's16le', ...rate]

const forms = {
  ogg: { type: 'audio/ogg', words: ['-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-f', 'ogg'] },
  mp4: { type: 'audio/mp4', words: ['-c:a', 'aac', '-b:a', '48k', '-movflags', '+faststart', '-f', 'mp4'] },
} as const

const withinMs = 60_000
/** Each takes a processor. */
const limited = createConcurrencyLimit(2)

async function encode(ffmpeg: string, content: Uint8Array, demuxer: string, words: readonly string[]): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-sound-'))
  const [input, middle, output] = ['in', 'samples', 'out'].map((name) => join(folder, name)) as [string, string, string]
  const common = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-protocol_whitelist', 'file', '-threads', '1']
  const parts = { ffmpeg, endsBy: performance.now() + withinMs }
  try {
    await writeFile(input, content)
    await runFfmpeg(parts, [...common, ...maxSeconds, '-f', demuxer, '-i', input, '-map', '0:a:0', '-vn', ...samples, middle])
    await runFfmpeg(parts, [...common, ...samples, '-i', middle, '-map_metadata', '-1', ...words, output])
    return await readFile(output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface ConvertedSound {
  content: Uint8Array<ArrayBuffer>
  type: string
}

/** Returns the sound in a form; null without ffmpeg, or where it cannot read the sound. */
async function convert({ ffmpegPath }: Pick<Settings, 'ffmpegPath'>, content: Uint8Array, type: string, to: keyof typeof forms) {
  const demuxer = demuxers[type]
  const ffmpeg = demuxer ? await findFfmpeg({ ffmpegPath }) : null
  if (!demuxer || !ffmpeg) return null
  const made = await limited(() => encode(ffmpeg, content, demuxer, forms[to].words)).catch(() => null)
  return made && soundOf(made) ? { content: made, type: forms[to].type } : null
}

/** Whether WhatsApp takes it as a voice note. */
export function isVoiceNote(content: Uint8Array): boolean {
  const sound = soundOf(content)
  return sound?.container === 'ogg' && sound.codec === 'opus'
}

/**
 * Returns a recording as Ogg Opus, with ffmpeg where it has to be encoded; null for what is sent as it is: what is Ogg Opus already, music
 * that somebody chose, and what cannot be converted here.
 */
export async function toVoiceNote(
  settings: Pick<Settings, 'ffmpegPath'>,
  content: Uint8Array,
  type: string,
): Promise<ConvertedSound | null> {
  const sound = soundOf(content)
  if (!sound || (sound.container === 'mp4' && !sound.isFragmented) || isVoiceNote(content)) return null
  const repacked = oggOfRecording(content)
  return repacked ? { content: repacked, type: forms.ogg.type } : convert(settings, content, type, 'ogg')
}

/** Returns the body of a sound as every browser plays it, or as it is. */
export async function playableBody(settings: Pick<Settings, 'ffmpegPath'>, body: FileBody): Promise<FileBody> {
  const made = await convert(settings, body.content, body.type, 'mp4')
  return made ? new FileBody(made.content, made.type, `${body.name.replace(/\.\w{1,5}$/, '')}.m4a`) : body
}
