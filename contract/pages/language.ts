/** Languages of public pages. */
export const pageLanguages = ['id', 'en'] as const
export type PageLanguage = (typeof pageLanguages)[number]

export const isPageLanguage = (value: unknown): value is PageLanguage => value === 'id' || value === 'en'

/** Returns the first supported language that a browser accepts; default Indonesian. */
export function acceptedLanguage(header = ''): PageLanguage {
  const tags = header.slice(0, 200).toLowerCase().split(',')
  return tags.map((tag) => tag.trim().slice(0, 2)).find(isPageLanguage) ?? 'id'
}
