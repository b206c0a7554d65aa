/** Fetches files beside the contract's calls. Loaded with the windows that need it, after the first row. */
import { FetchError, ofetch } from 'ofetch'

export interface FileRequest {
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Retries after a lost connection or a transient status; none for expensive requests. */
  retries: number
}

/** Returns the response, unread, at any status. Throws ofetch's FetchError without one. */
export function fetchFile(url: string, { headers = {}, signal, retries }: FileRequest): Promise<Response> {
  const request = ofetch.raw(url, { headers: { ...headers }, signal, retry: retries, retryDelay: 300, responseType: 'stream' })
  return request.catch((error: unknown) => {
    if (error instanceof FetchError && error.response) return error.response
    throw error
  })
}
