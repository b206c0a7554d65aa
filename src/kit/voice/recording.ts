/** Recording of voice notes: formats by browser support, and file names. */
import { oggOfRecording } from '#contract/lib/sound/repack.ts'
import { soundOf } from '#contract/lib/sound/sound-of.ts'

/**
 * What recorders are asked for, the first that this one has: Opus, which becomes an Ogg file, else AAC (docs/product/chat.md#voice-notes).
 */
const recorderTypes = [
  'audio/ogg;codecs=opus',
  'audio/webm;codecs=opus',
  'audio/mp4;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
] as const

export type RecorderType = (typeof recorderTypes)[number]

/** Returns the first supported type, or undefined. */
export function supportedType(): RecorderType | undefined {
  if (typeof MediaRecorder !== 'function' || !navigator.mediaDevices) return undefined
  return recorderTypes.find((type) => MediaRecorder.isTypeSupported(type))
}

interface Content {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  ending: string
}

/** What a recorder says that it made is not believed: Safari has named one container and written another. */
function contentOf(recorded: Uint8Array<ArrayBuffer>): Content {
  const sound = soundOf(recorded)
  if (!sound) throw new Error('no sound')
  const ogg = oggOfRecording(recorded)
  const [bytes, container] = ogg ? [ogg, 'ogg' as const] : [recorded, sound.container]
  return { bytes, type: `audio/${container}`, ending: container === 'mp4' ? 'm4a' : container }
}

const wib = 7 * 3_600_000

/** 'voice-note 2026-11-21 14.05.ogg', in WIB like every clock in the console. Throws on an invalid recording. */
export async function recordedFile(parts: readonly Blob[], now: number): Promise<File> {
  const { bytes, type, ending } = contentOf(new Uint8Array(await new Blob([...parts]).arrayBuffer()))
  const at = new Date(now + wib).toISOString()
  return new File([bytes], `voice-note ${at.slice(0, 10)} ${at.slice(11, 16).replace(':', '.')}.${ending}`, { type })
}

/** '1:05' of seconds. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
