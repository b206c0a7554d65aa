/** Path before sign-in, restored afterwards (docs/product/session.md#last-path). One per tab. */
const key = 'lapangan-last-path'
const never = ['/', '/dashboard', '/login', '/forgot-password', '/restriction-page', '/reset-password', '/callback']

/** Own paths only: a stored path must never lead to another site. */
const isOwn = (href: string) => /^\/(?![/\\])/.test(href)

export function rememberPath(href: string): void {
  const path = href.split(/[?#]/)[0] ?? ''
  if (!isOwn(href) || never.includes(path)) return
  sessionStorage.setItem(key, href)
}

/** Returns the stored path once; '/' when there is none. */
export function takeLastPath(): string {
  const href = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return href && isOwn(href) ? href : '/'
}
