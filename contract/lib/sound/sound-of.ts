/** What a sound is by its bytes: neither its name nor the type that a recorder declares proves anything. */
import { mp4Sound } from './mp4-sound.ts'
import { opusPackets, samplesOf } from './opus-packets.ts'

export interface Sound {
  container: 'ogg' | 'webm' | 'mp4'
  codec: 'opus' | 'aac' | 'other'
  /** Null where the file does not tell. */
  seconds: number | null
  /** An MP4 that was written while it was recorded. */
  isFragmented?: boolean
}

const opusRate = 48_000

const isAt = (bytes: Uint8Array, at: number, text: string) =>
  at >= 0 && at + text.length <= bytes.length && [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0))

/** The largest page that Ogg has: the last one begins within so many bytes of the end. */
const maxPage = 65_307

/** The last page counts all samples, those of the encoder's start included. */
function oggSeconds(bytes: Uint8Array, head: number): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = bytes.length - 27; at >= Math.max(0, bytes.length - maxPage); at--) {
    if (!isAt(bytes, at, 'OggS')) continue
    const samples = view.getBigUint64(at + 6, true)
    // No packet ends on this page.
    if (samples === 0xffff_ffff_ffff_ffffn) continue
    return Math.max(0, Number(samples) - view.getUint16(head + 10, true)) / opusRate
  }
  return null
}

function oggSound(bytes: Uint8Array): Sound {
  const head = 27 + (bytes[26] ?? 0)
  if (!isAt(bytes, head, 'OpusHead') || head + 19 > bytes.length) return { container: 'ogg', codec: 'other', seconds: null }
  return { container: 'ogg', codec: 'opus', seconds: oggSeconds(bytes, head) }
}

/** A recorder writes no length: its packets have one each. */
function webmSound(bytes: Uint8Array): Sound {
  try {
    const { packets } = opusPackets(bytes)
    const seconds = packets.reduce((sum, packet) => sum + samplesOf(packet), 0) / opusRate
    return { container: 'webm', codec: 'opus', seconds }
  } catch {
    return { container: 'webm', codec: 'other', seconds: null }
  }
}

/** Null for what is none of the three containers that browsers record. */
export function soundOf(bytes: Uint8Array): Sound | null {
  if (isAt(bytes, 0, 'OggS')) return oggSound(bytes)
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return webmSound(bytes)
  return isAt(bytes, 4, 'ftyp') ? { container: 'mp4', ...mp4Sound(bytes) } : null
}
