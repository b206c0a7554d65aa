/** Small videos of every kind that people send. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFfmpeg } from '#server/platform/files/find-ffmpeg.ts'

const execute = promisify(execFile)

/** The program that the product finds, so that what it can convert can be made. */
export async function testFfmpeg(): Promise<string> {
  const found = await findFfmpeg({ ffmpegPath: process.env.FFMPEG_PATH ?? null })
  if (!found) throw new Error('no ffmpeg: set FFMPEG_PATH, or install ffmpeg or the optional packages')
  return found
}

const picture = (size: string, seconds = 3, rate = 15) => ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${rate}:duration=${seconds}`]
const sound = ['-f', 'lavfi', '-i', 'sine=duration=3']
const plain = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const still = (size: string, seconds: number) => ['-f', 'lavfi', '-i', `color=size=${size}:rate=1:duration=${seconds}`]

const lecture = [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=480x270:rate=12:duration=40,noise=alls=7:allf=t'],
  ...['-f', 'lavfi', '-i', 'sine=duration=40'],
]

/** File name and the words that make it. */
const kinds = {
  plain: ['plain.mp4', ...picture('320x240'), ...sound, ...plain, '-c:a', 'aac', '-shortest', '-movflags', '+faststart'],
  silent: ['silent.mp4', ...picture('320x240'), ...plain],
  matroska: ['matroska.mkv', ...picture('320x240'), ...sound, ...plain, '-c:a', 'aac', '-shortest'],
  quicktime: ['quicktime.mov', ...picture('320x240'), ...sound, ...plain, '-c:a', 'aac', '-shortest'],
  /** Odd sides, and a codec that browsers lack. */
  old: ['old.mp4', ...picture('321x241'), ...sound, '-c:v', 'mpeg4', '-c:a', 'libmp3lame', '-shortest'],
  /** A lesson of half a minute at 480 lines, as cameras and recorders make them. */
  lesson: [
    'lesson.mp4',
    ...picture('854x480', 30, 25),
    '-f',
    'lavfi',
    '-i',
    'sine=duration=30',
    ...plain,
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
  ],
  hevc: ['hevc.mp4', ...picture('320x240'), '-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-tag:v', 'hvc1'],
  webm: ['web.webm', ...picture('320x240'), '-c:v', 'libvpx', '-b:v', '300k'],
  vp9: ['vp9.mkv', ...picture('320x240'), '-c:v', 'libvpx-vp9', '-b:v', '300k', '-speed', '8'],
  large: ['large.mkv', ...picture('2560x1440', 1, 5), '-c:v', 'mpeg4'],
  soundOnly: ['sound.mp4', ...sound, '-c:a', 'aac'],
  wide: ['wide.mov', ...still('20000x16', 2), '-c:v', 'mjpeg'],
  /** More pixels than each of its sides tells. */
  huge: ['huge.mov', ...still('8192x8000', 1), '-c:v', 'mjpeg', '-q:v', '31'],
  /** Long enough for being ended in the middle of its conversion. */
  slow: ['slow.mkv', ...picture('1280x720', 12, 25), '-c:v', 'mpeg4', '-q:v', '5'],
  /** A lecture of several pieces of an upload: grain keeps it large before and after its conversion. */
  lecture: ['lecture.mkv', ...lecture, '-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame'],
  tenHours: ['hours.mp4', ...still('16x16', 36_000), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
} as const satisfies Record<string, readonly [name: string, ...words: string[]]>

export type VideoKind = keyof typeof kinds

export interface MadeVideos {
  folder: string
  path(kind: VideoKind): Promise<string>
  read(kind: VideoKind): Promise<Buffer>
  close(): Promise<void>
}

/** Makes each kind once, when it is first asked for. */
export async function makeVideos(): Promise<MadeVideos> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-videos-'))
  const ffmpeg = await testFfmpeg()
  const made = new Map<VideoKind, Promise<string>>()
  async function make(kind: VideoKind): Promise<string> {
    const [name, ...words] = kinds[kind]
    const path = join(folder, name)
    await execute(ffmpeg, ['-nostdin', '-loglevel', 'error', '-y', ...words, path])
    return path
  }
  const path = (kind: VideoKind) => {
    const one = made.get(kind) ?? make(kind)
    made.set(kind, one)
    return one
  }
  return {
    folder,
    path,
    read: async (kind) => readFile(await path(kind)),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
