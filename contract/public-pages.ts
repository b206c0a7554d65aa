/**
 * First segments of addresses at which the API serves pages of its own, to everybody: no page of the console, and no name of a
 * section.
 */
export const publicPages = ['s'] as const

/** Where a short link is; it leads on from there. */
export const shortLinkPath = (slug: string): string => `/s/${slug}`
