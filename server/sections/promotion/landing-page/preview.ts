/** Signed addresses that show a page as it is stored, an hour long. */
import { uuid } from '#contract/lib/patterns.ts'
import { landingPath } from '#contract/public-pages.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

type Signing = Pick<Platform, 'tokens'>

const lastsMs = 3_600_000

const signatureOf = ({ tokens }: Signing, ref: string, until: number) => tokens.digest(`landing preview ${ref} ${until}`).slice(0, 32)

/** Returns the path, and until when it leads there. No page has it: 'preview' is no slug. */
export function previewPath(signing: Signing, ref: string, now = Date.now()): { path: string; until: number } {
  const until = now + lastsMs
  return { path: `${landingPath('preview')}/${ref}.${until}.${signatureOf(signing, ref, until)}`, until }
}

/** Returns the ref of the page; null if the address is over or not ours. */
export function readPreview(signing: Signing, token: string, now = Date.now()): string | null {
  const [ref = '', end = '', signature = '', ...rest] = token.slice(0, 120).split('.')
  const until = Number(end)
  if (rest.length || !uuid.test(ref) || !Number.isSafeInteger(until) || until <= now) return null
  return timingSafeEqualText(signature, signatureOf(signing, ref, until)) ? ref : null
}
