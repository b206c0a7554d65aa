/** Reads what a video is from its head, by path; runs in the converter's own program. */
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny'

/** Demuxers of ffmpeg by the container that was found: it never guesses, so no playlist is followed. */
const demuxers = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/mp2t': 'mpegts',
} as const

export interface Probe {
  container: keyof typeof demuxers
  demuxer: string
  /** Seconds. */
  duration: number
  /** Pixels as they are stored. */
  width: number
  height: number
  /** Null for codecs that browsers lack. */
  video: string | null
  /** H.264 of 8 bits in 4:2:0, which every device decodes. */
  isPlain: boolean
  /** Null without sound; 'unknown' for codecs that browsers lack. */
  audio: string | null
}

export type Probed = { ok: true; probe: Probe } | { ok: false; reason: 'damaged' | 'no_picture' }

/** Profiles of more bits or colours: 110, 122, 244 and 44. */
const plainProfile = /^avc[13]\.(?:42|4d|58|64)/i

const isContainer = (type: string): type is keyof typeof demuxers => Object.hasOwn(demuxers, type)

/** Throws nothing: what cannot be read is damaged. */
export async function probeFile(path: string): Promise<Probed> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS] })
  try {
    const container = ((await input.getFormat()).mimeType.split(';')[0] ?? '').toLowerCase()
    if (!isContainer(container)) return { ok: false, reason: 'damaged' }
    const track = await input.getPrimaryVideoTrack()
    if (!track) return { ok: false, reason: 'no_picture' }
    const sound = await input.getPrimaryAudioTrack()
    const video = await track.getCodec()
    const parameters = video === 'avc' ? ((await track.getCodecParameterString()) ?? '') : ''
    // A head that says less than what follows would have the rest left out.
    const duration = Math.max((await input.getDurationFromMetadata()) ?? 0, await input.computeDuration())
    // An upload may have lost its end, which a head of its own does not tell.
    if (video && !(await new EncodedPacketSink(track).getPacket(duration))?.data.byteLength) return { ok: false, reason: 'damaged' }
    const probe: Probe = {
      container,
      demuxer: demuxers[container],
      duration,
      width: await track.getCodedWidth(),
      height: await track.getCodedHeight(),
      video,
      isPlain: plainProfile.test(parameters),
      audio: sound ? ((await sound.getCodec()) ?? 'unknown') : null,
    }
    return Number.isFinite(duration) && duration > 0 ? { ok: true, probe } : { ok: false, reason: 'damaged' }
  } catch {
    return { ok: false, reason: 'damaged' }
  } finally {
    input.dispose()
  }
}
