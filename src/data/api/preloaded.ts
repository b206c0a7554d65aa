/** The list request started by boot.js before the bundle. Used once, by the matching request. */

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
