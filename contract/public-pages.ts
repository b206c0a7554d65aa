/** First path segments of the API's public pages, which no page of the console or section may have. */
export const publicPages = ['s', 'e', 'p', 'u', 'o', 'c'] as const

/** Returns the path of a short link. */
export const shortLinkPath = (slug: string): string => `/s/${slug}`

/** Returns the path of an event's public page. `key`: of a private event. */
export const eventPath = (slug: string, key?: string | null): string => `/e/${slug}${key ? `?k=${encodeURIComponent(key)}` : ''}`

/** Returns the path that a recipient ends further newsletters by. */
export const unsubscribePath = (token: string): string => `/u/${token}`

/** Returns the path of the picture by which a mail says that it was opened. */
export const openPath = (token: string): string => `/o/${token}.gif`

/** Returns the path of a link of a newsletter, by its place among those of the text. */
export const clickPath = (token: string, place: number): string => `/c/${token}/${place}`

/** Returns the path of a landing page. */
export const landingPath = (slug: string): string => `/p/${slug}`
