/** First path segments of the API's public pages, which no page of the console or section may have. */
export const publicPages = ['s'] as const

/** Returns the path of a short link. */
export const shortLinkPath = (slug: string): string => `/s/${slug}`
