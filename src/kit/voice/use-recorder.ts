import { useCallback, useEffect, useRef, useState } from 'react'
import { recordedFile, supportedType } from './recording.ts'

/** Maximum length in seconds; at this rate about 7 MB. */
const maxSeconds = 30 * 60
const bitsPerSecond = 32_000

export type RecorderState = 'idle' | 'asking' | 'recording' | 'denied' | 'missing' | 'unsupported' | 'failed'

export interface Recorder {
  state: RecorderState
  seconds: number
  start: () => Promise<void>
  /** Ends, keeps it. */
  stop: () => void
  /** Stops, discards the recording and clears the error. */
  cancel: () => void
}

function troubleOf(error: unknown): RecorderState {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'NotAllowedError' ? 'denied' : name === 'NotFoundError' ? 'missing' : 'failed'
}

/**
 * Records from the microphone in the first supported type. `onDone` gets the file; `onLeft` gets the recording when the screen is left,
 * without it that is discarded.
 */
export function useRecorder(onDone: (file: File) => void, onLeft?: (file: File) => void): Recorder {
  const [state, setState] = useState<RecorderState>('idle')
  const [seconds, setSeconds] = useState(0)
  const running = useRef<{ recorder: MediaRecorder; keep: boolean } | null>(null)
  const gone = useRef(false)
  const callbacks = useRef({ onDone, onLeft })
  useEffect(() => {
    callbacks.current = { onDone, onLeft }
  })

  const end = useCallback((keep: boolean) => {
    if (!keep) setState((old) => (old === 'recording' ? old : 'idle'))
    if (!running.current) return
    running.current.keep = keep
    running.current.recorder.stop()
  }, [])

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      end(callbacks.current.onLeft !== undefined)
    }
  }, [end])

  useEffect(() => {
    if (state !== 'recording') return
    const begin = performance.now()
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - begin) / 1_000)
      setSeconds(passed)
      if (passed >= maxSeconds) end(true)
    }, 250)
    return () => clearInterval(timer)
  }, [state, end])

  async function finish(parts: readonly Blob[], keep: boolean): Promise<void> {
    const file = keep && parts.length > 0 ? await recordedFile(parts, Date.now()).catch(() => null) : undefined
    setState((old) => (old === 'failed' || file === null ? 'failed' : 'idle'))
    const { onDone: deliver, onLeft: keepForLater } = callbacks.current
    if (file) (gone.current ? keepForLater : deliver)?.(file)
  }

  function follow(recorder: MediaRecorder, stream: MediaStream): void {
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => void (data.size > 0 && parts.push(data))
    recorder.onerror = () => setState('failed')
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop()
      const keep = running.current?.keep === true
      running.current = null
      void finish(parts, keep)
    }
    running.current = { recorder, keep: false }
    recorder.start(1_000)
    setSeconds(0)
    setState('recording')
  }

  async function start(): Promise<void> {
    const type = supportedType()
    if (running.current) return
    if (!type) return setState('unsupported')
    setState('asking')
    try {
      // WhatsApp plays mono voice only.
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
      if (gone.current) for (const track of stream.getTracks()) track.stop()
      else follow(new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond }), stream)
    } catch (error) {
      setState(troubleOf(error))
    }
  }

  return { state, seconds, start, stop: () => end(true), cancel: () => end(false) }
}
