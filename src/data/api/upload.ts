/** Request with upload progress, by XMLHttpRequest. */
import { whileHere } from '../base/while-here.ts'
import type { WireRequest } from '../outbox/wire/build-request.ts'
import { type HttpResponse, parseText, idleMs as wait, watchdog } from '../outbox/wire/exchange.ts'

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** 0 to 100, of the sent bytes. */
  onProgress?: ((percent: number) => void) | undefined
  onActivity?: (() => void) | undefined
}

function readHeaders(text: string): Headers {
  const headers = new Headers()
  for (const line of text.trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}

/** Held in any tab during an upload: updates of the console wait for it. */
export const uploadLock = 'lapangan-upload'

/** Like `exchange`: rejects only without a whole response. */
export function upload(request: WireRequest, options: UploadOptions = {}): Promise<HttpResponse> {
  return whileHere((signal) => {
    const send = () => sendFile(request, { ...options, signal })
    return navigator.locks ? navigator.locks.request(uploadLock, { mode: 'shared', signal }, send) : send()
  }, options.signal)
}

function sendFile(request: WireRequest, options: UploadOptions): Promise<HttpResponse> {
  const dog = watchdog(wait, options.signal)
  const xhr = new XMLHttpRequest()
  const answer = new Promise<HttpResponse>((resolve, reject) => {
    const alive = () => {
      dog.alive()
      options.onActivity?.()
    }
    const failed = () => reject(new DOMException('No whole answer', 'NetworkError'))
    xhr.upload.onprogress = (event) => {
      alive()
      if (event.lengthComputable) options.onProgress?.(Math.floor((event.loaded / event.total) * 100))
    }
    xhr.onprogress = alive
    xhr.onload = () => resolve({ status: xhr.status, headers: readHeaders(xhr.getAllResponseHeaders()), body: parseText(xhr.responseText) })
    xhr.onerror = failed
    xhr.onabort = failed
    xhr.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    if (dog.signal.aborted) return failed()
    dog.signal.addEventListener('abort', () => xhr.abort())
    xhr.send(request.body)
  })
  return answer.finally(dog.end)
}
