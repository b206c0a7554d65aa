import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const catalog = /\/src\/i18n\/[a-z]{2}\/[a-z-]+\.json$/

/**
 * Compiles the ICU messages of `src/i18n/<locale>/<area>.json` while building, so that no parser reaches the browser.
 * A message that does not parse fails the build with its id. Plain texts stay plain strings.
 */
export function messages(): Plugin {
  return {
    name: 'lapangan-messages',
    enforce: 'pre',
    transform: {
      filter: { id: catalog },
      handler(code, id) {
        const texts: Record<string, string> = JSON.parse(code)
        const compiled = Object.entries(texts).map(([name, text]) => {
          try {
            const tokens = compileMessageOrThrow(text)
            return [name, tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens]
          } catch (error) {
            return this.error(`${id}: ${name}: ${String(error)}`)
          }
        })
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}
