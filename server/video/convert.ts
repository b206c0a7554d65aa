/** What becomes of one video: kept, put into another container, or converted. Runs in the converter's own program. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Conversion, FilePathSource, FilePathTarget, Input, MATROSKA, MP4, MPEG_TS, Mp4OutputFormat, Output, QTFF, WEBM } from 'mediabunny'
import type { VideoReason } from '#contract/kit/field/video.ts'
import { copyArguments, drawPoster, EncodeError, type EncodeParts, encode, encodeArguments, maxPixels } from './encode.ts'
import { type Probe, probeFile } from './probe.ts'

export interface ConvertRequest {
  input: string
  /** An own folder for what is made. */
  folder: string
  ffmpeg: string | null
  maxSeconds: number
}

/** `path` is null where the video plays as it is. Sizes in pixels, duration in seconds. */
export type Converted =
  | { ok: true; path: string | null; poster: string | null; duration: number; width: number; height: number }
  /** `isFinal`: another attempt ends alike. */
  | { ok: false; reason: VideoReason; detail: string; isFinal: boolean }

/** Pixels of a side: more takes gigabytes to decode. */
const maxSide = 8_192
/** Milliseconds for the whole of it, and in addition for each second of the video. */
const [wholeMs, perSecondMs] = [20 * 60_000, 3_000]
/** Bytes that may be made of one, and of a small file. */
const [maxGrowth, minBytes, maxBytes] = [8, 200_000_000, 4_294_967_296]

const refused = (reason: VideoReason, detail = ''): Converted => ({ ok: false, reason, detail, isFinal: true })

function refusalOf({ width, height, duration }: Probe, maxSeconds: number): Converted | null {
  if (Math.max(width, height) > maxSide || width * height > maxPixels || Math.min(width, height) < 1)
    return refused('too_wide', `${width} x ${height}`)
  return duration > maxSeconds ? refused('too_long', `${Math.round(duration)} s`) : null
}

const isPlayable = ({ isPlain, audio }: Probe) => isPlain && (audio === null || audio === 'aac')

/** Without ffmpeg; no track is decoded. */
async function remux({ input, output, onPercent }: EncodeParts): Promise<void> {
  const source = new Input({ source: new FilePathSource(input), formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS] })
  const target = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(output) })
  const conversion = await Conversion.init({ input: source, output: target, showWarnings: false })
  conversion.onProgress = (part) => onPercent(Math.min(99, Math.floor(part * 100)))
  await conversion.execute()
  source.dispose()
}

/** Done is what has the tracks and the length of the original. */
async function isWhole(path: string, before: Probe): Promise<Probe | null> {
  const made = await probeFile(path)
  if (!made.ok || !isPlayable(made.probe) || (before.audio !== null && made.probe.audio === null)) return null
  const allowed = Math.max(1, before.duration / 100)
  return Math.abs(made.probe.duration - before.duration) <= allowed ? made.probe : null
}

/** A film without a picture of it plays as well; one whose frames are larger than its head says does not. */
async function posterOf(parts: EncodeParts): Promise<string | null> {
  await drawPoster(parts).catch((error: unknown) => {
    if (error instanceof EncodeError && error.reason === 'too_wide') throw error
  })
  return statSync(parts.output, { throwIfNoEntry: false })?.size ? parts.output : null
}

export async function convert(request: ConvertRequest, onPercent: (percent: number) => void): Promise<Converted> {
  const { input, folder, ffmpeg, maxSeconds } = request
  const probed = await probeFile(input)
  if (!probed.ok) return refused(probed.reason)
  const { probe } = probed
  const refusal = refusalOf(probe, maxSeconds)
  if (refusal) return refusal
  const output = join(folder, 'video.mp4')
  const isKept = probe.container === 'video/mp4' && isPlayable(probe)
  if (!ffmpeg && !isPlayable(probe)) return refused('no_converter')
  const parts: EncodeParts = {
    ffmpeg: ffmpeg ?? '',
    input,
    output,
    probe,
    maxBytes: Math.min(maxBytes, Math.max(minBytes, statSync(input).size * maxGrowth)),
    endsBy: performance.now() + wholeMs + probe.duration * perSecondMs,
    onPercent,
  }
  try {
    if (!isKept && !ffmpeg) await remux(parts)
    else if (!isKept) await encode(parts, isPlayable(probe) ? copyArguments(parts) : encodeArguments(parts))
    const made = isKept ? probe : await isWhole(output, probe)
    if (!made && (statSync(output, { throwIfNoEntry: false })?.size ?? 0) >= parts.maxBytes) return refused('too_heavy')
    if (!made) return { ok: false, reason: 'damaged', detail: 'what was made is not whole', isFinal: false }
    const poster = ffmpeg ? await posterOf({ ...parts, output: join(folder, 'poster.jpg') }) : null
    const { duration, width, height } = made
    return { ok: true, path: isKept ? null : output, poster, duration, width, height }
  } catch (error) {
    const reason = error instanceof EncodeError ? error.reason : 'damaged'
    const detail = error instanceof Error ? error.message : ''
    return { ok: false, reason, detail, isFinal: reason === 'too_wide' || reason === 'too_heavy' }
  }
}
