/** First path segments of the API's public pages, which no page of the console or section may have. */
export const publicPages = ['s', 'e'] as const

/** Returns the path of a short link. */
export const shortLinkPath = (slug: string): string => `/s/${slug}`

/** Returns the path of an event's public page. `key`: of a private event. */
export const eventPath = (slug: string, key?: string | null): string => `/e/${slug}${key ? `?k=${encodeURIComponent(key)}` : ''}`
