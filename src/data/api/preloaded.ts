/** The list request that boot.js started before the bundle was loaded. It is used once, by the request it was made for. */

declare global {
  interface Window {
    __early?: { key: string; promise: Promise<Response> }
  }
}

export function takePreloaded(method: string, url: string): Promise<Response> | undefined {
  if (typeof window === 'undefined') return undefined
  const early = window.__early
  if (early?.key !== `${method} ${url}`) return undefined
  delete window.__early
  return early.promise
}
