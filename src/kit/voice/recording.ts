/** Recording of voice notes: formats by browser support, and file names. */
import { oggOf } from './ogg.ts'
import { opusPackets } from './opus-packets.ts'

export interface Form {
  /** MIME type of the recorder. */
  type: string
  /** Extension. */
  ending: 'webm' | 'm4a' | 'ogg'
  /** Converts the recording to the file's content. */
  finish?: (recorded: Blob) => Promise<Blob>
}

const webm: Form = { type: 'audio/webm;codecs=opus', ending: 'webm' }
const ogg: Form = { type: 'audio/ogg;codecs=opus', ending: 'ogg' }
const mp4: Form = { type: 'audio/mp4', ending: 'm4a' }

const repacked = async (recorded: Blob) => oggOf(opusPackets(new Uint8Array(await recorded.arrayBuffer())))

/** For playback in browsers. */
export const anyForm: readonly Form[] = [webm, mp4, ogg]
/** Formats that WhatsApp plays: Opus in Ogg, converted from WebM where needed, else AAC. */
export const whatsappForms: readonly Form[] = [
  ogg,
  { ...webm, ending: 'ogg', finish: repacked },
  { ...mp4, type: 'audio/mp4;codecs=mp4a.40.2' },
]

const types = { webm: 'audio/webm', m4a: 'audio/mp4', ogg: 'audio/ogg' } as const

/** Returns the first supported form, or undefined. */
export function supportedForm(forms: readonly Form[]): Form | undefined {
  if (typeof MediaRecorder !== 'function' || !navigator.mediaDevices) return undefined
  return forms.find(({ type }) => MediaRecorder.isTypeSupported(type))
}

const wib = 7 * 3_600_000

/** 'voice-note 2026-11-21 14.05.ogg', in WIB like every clock in the console. Throws on an invalid recording. */
export async function recordedFile(parts: readonly Blob[], { ending, finish }: Form, now: number): Promise<File> {
  const recorded = new Blob([...parts])
  const at = new Date(now + wib).toISOString()
  const name = `voice-note ${at.slice(0, 10)} ${at.slice(11, 16).replace(':', '.')}.${ending}`
  return new File([finish ? await finish(recorded) : recorded], name, { type: types[ending] })
}

/** '1:05' of seconds. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
