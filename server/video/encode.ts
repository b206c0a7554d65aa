/** Runs ffmpeg on one file with bounds, at the lowest priority; in the converter's own program. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Probe } from './probe.ts'

export interface EncodeParts {
  ffmpeg: string
  input: string
  output: string
  probe: Probe
  /** Percent, up to 99 while it runs. */
  onPercent: (percent: number) => void
}

/** Milliseconds without progress after which it hangs. */
const silentMs = 120_000
const maxErrors = 4_000

/** It ended badly; the message has its last words. `isFull`: the disk has no room. */
export class EncodeError extends Error {
  override name = 'EncodeError'
  get isFull(): boolean {
    return /No space left on device|Disk quota exceeded/i.test(this.message)
  }
}

/** No stdin, no other protocol than files, no guessing of the container: a playlist reads nothing else. */
const readingOf = ({ input, probe }: Pick<EncodeParts, 'input' | 'probe'>, seek?: number): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
  ...(seek === undefined ? [] : ['-ss', seek.toFixed(3)]),
  ...['-protocol_whitelist', 'file', '-f', probe.demuxer, '-i', input],
]

/** Both sides even, the longer one at most so many pixels. */
const scaledTo = (side: number) => `scale=w='2*trunc(iw*min(1,${side}/max(iw,ih))/2)':h='2*trunc(ih*min(1,${side}/max(iw,ih))/2)',setsar=1`

const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-dn', '-sn', '-map_metadata', '-1', '-map_chapters', '-1']
const mp4 = ['-movflags', '+faststart', '-progress', 'pipe:1', '-f', 'mp4']

/** Same codecs, another container. */
export const copyArguments = (parts: EncodeParts): string[] => [...readingOf(parts), ...tracks, '-c', 'copy', ...mp4, parts.output]

export const encodeArguments = (parts: EncodeParts): string[] => [
  ...readingOf(parts),
  ...tracks,
  ...['-vf', scaledTo(1_920), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
  ...mp4,
  parts.output,
]

const posterArguments = (parts: EncodeParts): string[] => [
  ...readingOf(parts, parts.probe.duration / 10),
  ...['-map', '0:v:0', '-frames:v', '1', '-vf', scaledTo(1_280), '-q:v', '4', '-map_metadata', '-1', '-f', 'image2', '-update', '1'],
  parts.output,
]

/** Rejects with EncodeError. Its caller ends the process that runs this, and ffmpeg with it. */
export function runFfmpeg(ffmpeg: string, words: readonly string[], onSeconds: (seconds: number) => void = () => undefined): Promise<void> {
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
  let isSilent = false
  const hang = () => {
    isSilent = true
    end()
  }
  let timer = setTimeout(hang, silentMs)
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
      else reject(new EncodeError(isSilent ? 'no progress for two minutes' : errors.trim() || `ended with ${code}`))
    })
  }).finally(() => {
    clearTimeout(timer)
    process.off('exit', end)
  })
}

export async function encode(parts: EncodeParts, words: readonly string[]): Promise<void> {
  const { ffmpeg, probe, onPercent } = parts
  await runFfmpeg(ffmpeg, words, (seconds) => onPercent(Math.min(99, Math.floor((seconds / probe.duration) * 100))))
}

/** A frame at a tenth of the length. */
export const drawPoster = (parts: EncodeParts): Promise<void> => runFfmpeg(parts.ffmpeg, posterArguments(parts))
