/** The picture of a video, drawn by the browser where the server has no ffmpeg (docs/product/videos.md#conversion). */

/** Longer side in pixels. */
const maxSide = 1_280
/** A video that no picture comes of by then has none. */
const withinMs = 15_000

/** Where the picture is taken: at a tenth of the length, as the server does. */
export const posterAt = (duration: number): number => (Number.isFinite(duration) && duration > 0 ? duration / 10 : 0)

/** The size of the picture; null for a video without one. */
export function posterSize(width: number, height: number): { width: number; height: number } | null {
  if (!width || !height) return null
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function once(video: HTMLVideoElement, event: 'loadedmetadata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true, signal })
    video.addEventListener('error', () => reject(new DOMException('The browser does not play it', 'NotSupportedError')), {
      once: true,
      signal,
    })
    signal.addEventListener('abort', () => reject(new DOMException('No picture came', 'AbortError')), { once: true })
  })
}

/** Returns a JPEG; null where the browser does not play the video. */
export async function drawPoster(file: Blob): Promise<Blob | null> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), withinMs)
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto' })
    const loaded = once(video, 'loadedmetadata', control.signal)
    video.src = address
    await loaded
    const seeked = once(video, 'seeked', control.signal)
    video.currentTime = posterAt(video.duration)
    await seeked
    const size = posterSize(video.videoWidth, video.videoHeight)
    if (!size) return null
    const canvas = Object.assign(document.createElement('canvas'), size)
    canvas.getContext('2d')?.drawImage(video, 0, 0, size.width, size.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    control.abort()
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}
