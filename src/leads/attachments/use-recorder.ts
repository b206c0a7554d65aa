import { useCallback, useEffect, useRef, useState } from 'react'

/** Longest voice note, in seconds; at this rate about 7 MB. */
const longest = 30 * 60
const bitsPerSecond = 32_000

const forms = [
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
  { type: 'audio/mp4', ending: 'm4a' },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
] as const

export type RecorderState = 'idle' | 'asking' | 'recording' | 'denied' | 'missing' | 'failed'

export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' && Boolean(navigator.mediaDevices) && forms.some(({ type }) => MediaRecorder.isTypeSupported(type))

const wib = 7 * 3_600_000

/** 'voice-note 2026-11-21 14.05.webm', in WIB like every clock in the console. */
function nameOf(ending: string): string {
  const at = new Date(Date.now() + wib).toISOString()
  return `voice-note ${at.slice(0, 10)} ${at.slice(11, 16).replace(':', '.')}.${ending}`
}

/** Records from the microphone. `onDone` gets what was recorded; leaving the page gives up what runs. */
export function useRecorder(onDone: (file: File) => void) {
  const [state, setState] = useState<RecorderState>('idle')
  const [seconds, setSeconds] = useState(0)
  const running = useRef<{ recorder: MediaRecorder; keep: boolean } | null>(null)
  const gone = useRef(false)

  const end = useCallback((keep: boolean) => {
    if (!running.current) return
    running.current.keep = keep
    running.current.recorder.stop()
  }, [])

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      end(false)
    }
  }, [end])

  useEffect(() => {
    if (state !== 'recording') return
    const begin = performance.now()
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - begin) / 1_000)
      setSeconds(passed)
      if (passed >= longest) end(true)
    }, 250)
    return () => clearInterval(timer)
  }, [state, end])

  function follow(recorder: MediaRecorder, stream: MediaStream, form: (typeof forms)[number]): void {
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => void (data.size > 0 && parts.push(data))
    recorder.onerror = () => setState('failed')
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop()
      const keep = running.current?.keep === true && parts.length > 0
      running.current = null
      setState((old) => (old === 'failed' ? old : 'idle'))
      const type = form.type.split(';')[0] ?? ''
      if (keep) onDone(new File([new Blob(parts)], nameOf(form.ending), { type }))
    }
    running.current = { recorder, keep: false }
    recorder.start(1_000)
    setSeconds(0)
    setState('recording')
  }

  async function start(): Promise<void> {
    const form = forms.find(({ type }) => MediaRecorder.isTypeSupported(type))
    if (!form || running.current) return
    setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (gone.current) for (const track of stream.getTracks()) track.stop()
      else follow(new MediaRecorder(stream, { mimeType: form.type, audioBitsPerSecond: bitsPerSecond }), stream, form)
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      setState(name === 'NotAllowedError' ? 'denied' : name === 'NotFoundError' ? 'missing' : 'failed')
    }
  }

  return { state, seconds, start, stop: () => end(true), cancel: () => end(false) }
}
