import type { HashMessage } from './hash-worker.ts'

/** Returns the sha256 of a file of any size. Rejects when it cannot be read any more, such as one that was deleted. */
export function hashVideo(file: Blob, onPercent: (percent: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  const hashed = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The file was not chosen after all', 'AbortError')))
    worker.addEventListener('error', () => reject(new DOMException('The program that hashes did not load', 'NetworkError')))
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if ('percent' in data) onPercent(data.percent)
      else if ('sha256' in data) resolve(data.sha256)
      else reject(new DOMException(data.failed, 'NotReadableError'))
    })
    worker.postMessage(file)
  })
  return hashed.finally(() => worker.terminate())
}
