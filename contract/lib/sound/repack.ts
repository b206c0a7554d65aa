import { mp4Opus } from './mp4-sound.ts'
import { oggOf } from './ogg.ts'
import { opusPackets } from './opus-packets.ts'
import { soundOf } from './sound-of.ts'

/** Returns a recording of Opus as an Ogg file, without decoding; null for what is Ogg already, no Opus, or in an unknown form. */
export function oggOfRecording(recording: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const sound = soundOf(recording)
  if (sound?.codec !== 'opus' || sound.container === 'ogg') return null
  try {
    return oggOf(sound.container === 'webm' ? opusPackets(recording) : mp4Opus(recording))
  } catch {
    return null
  }
}
