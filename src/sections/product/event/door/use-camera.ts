import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { openReader } from './read-code.ts'

export type CameraState = 'off' | 'asking' | 'on' | 'denied' | 'missing' | 'busy' | 'unsupported' | 'failed'

/** Milliseconds between two pictures that are read, and after which a code that is still held there counts again. */
const [betweenMs, againMs] = [100, 2_500]

const troubles: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}
const troubleOf = (error: unknown): CameraState => (error instanceof DOMException && troubles[error.name]) || 'failed'

/** The screen stays on while people come in; a browser that cannot do so turns it off as usual. */
async function keepScreenOn(): Promise<(() => void) | null> {
  const lock = await navigator.wakeLock?.request('screen').catch(() => null)
  return lock ? () => void lock.release() : null
}

/** The camera at the back, and the codes that it sees; each once while it is held there. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => Promise<unknown>) {
  const [state, setState] = useState<CameraState>('off')
  const stopRef = useRef<(() => void) | null>(null)
  const onCodeRef = useRef(onCode)
  useEffect(() => {
    onCodeRef.current = onCode
  })

  const stop = useCallback(() => {
    stopRef.current?.()
    stopRef.current = null
    setState('off')
  }, [])

  const start = useCallback(async () => {
    if (stopRef.current) return
    if (!navigator.mediaDevices?.getUserMedia) return setState('unsupported')
    let isStopped = false
    let stream: MediaStream | null = null
    let release: (() => void) | null = null
    stopRef.current = () => {
      isStopped = true
      for (const track of stream?.getTracks() ?? []) track.stop()
      release?.()
    }
    setState('asking')
    try {
      const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', ...size } })
      const read = await openReader()
      const element = video.current
      if (isStopped || !element) return stopRef.current?.()
      element.srcObject = stream
      await element.play()
      setState('on')
      release = await keepScreenOn()
      let [last, lastAt] = ['', 0]
      const look = async (): Promise<void> => {
        if (isStopped) return
        const text = document.hidden ? null : await read(element).catch(() => null)
        const isSame = text === last && performance.now() - lastAt < againMs
        if (text !== null) [last, lastAt] = [text, performance.now()]
        if (text !== null && !isSame) await onCodeRef.current(text)
        setTimeout(() => void look(), betweenMs)
      }
      void look()
    } catch (error) {
      stopRef.current?.()
      stopRef.current = null
      setState(troubleOf(error))
    }
  }, [video])

  useEffect(() => () => stopRef.current?.(), [])
  return { state, start, stop }
}
