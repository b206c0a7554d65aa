/** Runs ffmpeg on one file with bounds, at the lowest priority; in the converter's own program. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { VideoReason } from '#contract/kit/field/video.ts'
import type { Probe } from './probe.ts'

export interface EncodeParts {
  ffmpeg: string
  input: string
  output: string
  probe: Probe
  /** Of what is made. */
  maxBytes: number
  /** By performance.now(). */
  endsBy: number
  /** Percent, up to 99 while it runs. */
  onPercent: (percent: number) => void
}

/** Pixels of a frame, the largest of H.264 and HEVC: 8,192 x 4,352. */
export const maxPixels = 35_651_584
/** Bytes asked for at once: a frame of 16 bits in 4:4:4 has 214 MB. */
const maxAllocation = 512 * 1024 ** 2
/** Each keeps frames of its own. */
const threads = ['-threads', '2']

/** Milliseconds without progress after which it hangs. */
const silentMs = 120_000
const maxErrors = 4_000

const outOfTime = 'it took too long'

/** What the last words of ffmpeg mean. */
const meanings: readonly (readonly [VideoReason, RegExp])[] = [
  ['no_room', /No space left on device|Disk quota exceeded/i],
  ['too_wide', /max pixel count|picture size \d+x\d+ (?:is invalid|exceeds)/i],
  ['too_heavy', /Cannot allocate memory|malloc of size \d+ failed|out of memory/i],
]

/** It ended badly; the message has its last words. */
export class EncodeError extends Error {
  override name = 'EncodeError'
  get reason(): VideoReason {
    if (this.message === outOfTime) return 'too_heavy'
    return meanings.find(([, words]) => words.test(this.message))?.[0] ?? 'damaged'
  }
}

/**
 * No stdin, no other protocol than files, no guessing of the container: a playlist reads nothing else. What the head of a file claims
 * bounds what is read of it, and frames may not be larger than those that were let in.
 */
const readingOf = ({ input, probe }: Pick<EncodeParts, 'input' | 'probe'>, seek?: number): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-max_alloc', String(maxAllocation), '-filter_threads', '1'],
  ...(seek === undefined ? [] : ['-ss', seek.toFixed(3)]),
  ...['-protocol_whitelist', 'file', '-max_pixels', String(maxPixels), ...threads, '-t', (probe.duration + 1).toFixed(3)],
  ...['-f', probe.demuxer, '-i', input],
]

const writingOf = ({ maxBytes, output }: Pick<EncodeParts, 'maxBytes' | 'output'>): string[] => [
  ...['-map_metadata', '-1', ...threads, '-fs', String(maxBytes)],
  output,
]

/** Both sides even, the longer one at most so many pixels. */
const scaledTo = (side: number) => `scale=w='2*trunc(iw*min(1,${side}/max(iw,ih))/2)':h='2*trunc(ih*min(1,${side}/max(iw,ih))/2)',setsar=1`

const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-dn', '-sn', '-map_chapters', '-1']
const mp4 = ['-movflags', '+faststart', '-progress', 'pipe:1', '-f', 'mp4']

/** Same codecs, another container. */
export const copyArguments = (parts: EncodeParts): string[] => [...readingOf(parts), ...tracks, '-c', 'copy', ...mp4, ...writingOf(parts)]

export const encodeArguments = (parts: EncodeParts): string[] => [
  ...readingOf(parts),
  ...tracks,
  ...['-vf', scaledTo(1_920), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
  ...mp4,
  ...writingOf(parts),
]

export const posterArguments = (parts: EncodeParts): string[] => [
  ...readingOf(parts, parts.probe.duration / 10),
  ...['-map', '0:v:0', '-frames:v', '1', '-vf', scaledTo(1_280), '-q:v', '4', '-f', 'image2', '-update', '1'],
  ...writingOf(parts),
]

/** Rejects with EncodeError. Its caller ends the process that runs this, and ffmpeg with it. */
export function runFfmpeg(
  { ffmpeg, endsBy }: Pick<EncodeParts, 'ffmpeg' | 'endsBy'>,
  words: readonly string[],
  onSeconds: (seconds: number) => void = () => undefined,
): Promise<void> {
  const child = spawn(ffmpeg, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '' } })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, 19)
    } catch {
      // Some systems allow no change, or the process is over.
    }
  }
  let errors = ''
  let ended = ''
  const endWith = (reason: string) => {
    ended = reason
    end()
  }
  const hang = () => endWith('no progress for two minutes')
  let timer = setTimeout(hang, silentMs)
  const whole = setTimeout(endWith, Math.max(0, endsBy - performance.now()), outOfTime)
  let last = -1
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const microseconds = Number([...text.matchAll(/out_time_(?:us|ms)=(\d+)/g)].at(-1)?.[1] ?? Number.NaN)
    if (!Number.isFinite(microseconds) || microseconds <= last) return
    last = microseconds
    clearTimeout(timer)
    timer = setTimeout(hang, silentMs)
    onSeconds(microseconds / 1_000_000)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrors)
  })
  return new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new EncodeError(error.message)))
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new EncodeError(ended || errors.trim() || `ended with ${code}`))
    })
  }).finally(() => {
    clearTimeout(timer)
    clearTimeout(whole)
    process.off('exit', end)
  })
}

export async function encode(parts: EncodeParts, words: readonly string[]): Promise<void> {
  const { probe, onPercent } = parts
  await runFfmpeg(parts, words, (seconds) => onPercent(Math.min(99, Math.floor((seconds / probe.duration) * 100))))
}

/** A frame at a tenth of the length. */
export const drawPoster = (parts: EncodeParts): Promise<void> => runFfmpeg(parts, posterArguments(parts))
