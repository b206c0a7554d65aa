/** How a voice note is recorded: in which form of those that a browser knows, and what its file is called. */
import { oggOf } from './ogg.ts'
import { opusPackets } from './opus-packets.ts'

export interface Form {
  /** What the browser is asked for. */
  type: string
  /** Of the file. */
  ending: 'webm' | 'm4a' | 'ogg'
  /** From what the browser recorded to what the file holds. */
  finish?: (recorded: Blob) => Promise<Blob>
}

const webm: Form = { type: 'audio/webm;codecs=opus', ending: 'webm' }
const ogg: Form = { type: 'audio/ogg;codecs=opus', ending: 'ogg' }
const mp4: Form = { type: 'audio/mp4', ending: 'm4a' }

const repacked = async (recorded: Blob) => oggOf(opusPackets(new Uint8Array(await recorded.arrayBuffer())))

/** For whoever plays it in a browser. */
export const anyForm: readonly Form[] = [webm, mp4, ogg]
/** What WhatsApp plays: Opus in Ogg, also where a browser writes it as WebM alone, else AAC. */
export const whatsappForms: readonly Form[] = [
  ogg,
  { ...webm, ending: 'ogg', finish: repacked },
  { ...mp4, type: 'audio/mp4;codecs=mp4a.40.2' },
]

const types = { webm: 'audio/webm', m4a: 'audio/mp4', ogg: 'audio/ogg' } as const

/** The first form that this browser records; undefined where it records none. */
export function supportedForm(forms: readonly Form[]): Form | undefined {
  if (typeof MediaRecorder !== 'function' || !navigator.mediaDevices) return undefined
  return forms.find(({ type }) => MediaRecorder.isTypeSupported(type))
}

const wib = 7 * 3_600_000

/** 'voice-note 2026-11-21 14.05.ogg', in WIB like every clock in the console. Throws where the recording is none. */
export async function recordedFile(parts: readonly Blob[], { ending, finish }: Form, now: number): Promise<File> {
  const recorded = new Blob([...parts])
  const at = new Date(now + wib).toISOString()
  const name = `voice-note ${at.slice(0, 10)} ${at.slice(11, 16).replace(':', '.')}.${ending}`
  return new File([finish ? await finish(recorded) : recorded], name, { type: types[ending] })
}

/** '1:05' of seconds. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
