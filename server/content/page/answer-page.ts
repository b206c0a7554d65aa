/** Answers a visitor of public pages in their language; what is not there, too large or no form gets a page as well. */
import type { Context } from 'hono'
import { acceptedLanguage, type Language } from '#contract/choices/languages.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { clientAddress } from '#server/platform/http/request.ts'
import { networkLimit } from '#server/platform/limits/network-limit.ts'
import { type PageContent, sendPage } from './send-page.ts'

/** Requests of a network: against floods. A hall of people may have one. */
const flooding = { name: 'public pages', points: 1_200, seconds: 60, block: 40 } as const

export type Refusal = 'tooMany' | 'tooLarge' | 'notForm' | 'unknown'
export type Answer = (c: Context, language: Language, address: string) => Promise<Response>

/** `pageOf`: the page that says why. */
export function answerPages(platform: Platform, pageOf: (language: Language, why: Refusal) => PageContent) {
  const flood = networkLimit(platform, flooding)
  return (answer: Answer) =>
    async (c: Context): Promise<Response> => {
      const language = acceptedLanguage(c.req.header('Accept-Language'))
      const address = clientAddress(c, platform.settings.trustProxy)
      if (!(await flood.allows(address))) return sendPage(pageOf(language, 'tooMany'), 429, { 'Retry-After': '60' })
      try {
        return await answer(c, language, address)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        if (error.status === 413) return sendPage(pageOf(language, 'tooLarge'), 413)
        if (error.status === 415) return sendPage(pageOf(language, 'notForm'), 415)
        return sendPage(pageOf(language, 'unknown'), 404)
      }
    }
}
