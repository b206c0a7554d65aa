/** Files that are read beside the calls of the contract. Loaded with the windows that need them, never before the first row. */
import { FetchError, ofetch } from 'ofetch'

export interface FileRequest {
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Further attempts after a broken connection or a passing status; none for what the server has to work for. */
  retries: number
}

/** The answer with its body unread, whatever its status. Throws ofetch's FetchError when there was none. */
export function fetchFile(url: string, { headers = {}, signal, retries }: FileRequest): Promise<Response> {
  const request = ofetch.raw(url, { headers: { ...headers }, signal, retry: retries, retryDelay: 300, responseType: 'stream' })
  return request.catch((error: unknown) => {
    if (error instanceof FetchError && error.response) return error.response
    throw error
  })
}
