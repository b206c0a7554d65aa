/** Reads QR codes of a camera's pictures: by the browser's detector where there is one, else by a library (decision 66). */

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

declare global {
  /** Shape detection: Chromium on Android, ChromeOS and macOS. */
  var BarcodeDetector: { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> } | undefined
}

export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

/** Side of the picture that is searched: a ticket of 45 modules that fills half of it has 7 pixels for each. */
const side = 640

async function openDetector(): Promise<ReadCode | null> {
  const Native = globalThis.BarcodeDetector
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (!Native || !formats.includes('qr_code')) return null
  const detector = new Native({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

async function openLibrary(): Promise<ReadCode> {
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('nothing to draw on')
  return async (video) => {
    const { videoWidth, videoHeight } = video
    const from = Math.min(videoWidth, videoHeight)
    if (!from) return null
    context.drawImage(video, (videoWidth - from) / 2, (videoHeight - from) / 2, from, from, 0, 0, side, side)
    try {
      return decode(context.getImageData(0, 0, side, side))
    } catch {
      // Most pictures have no code.
      return null
    }
  }
}

/** Rejects where the library cannot be loaded; a door that was opened once with a network has it (sw/code-on-demand.ts). */
export const openReader = async (): Promise<ReadCode> => (await openDetector().catch(() => null)) ?? openLibrary()
