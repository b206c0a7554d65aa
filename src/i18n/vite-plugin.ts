import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const catalog = /\/src\/i18n\/[a-z]{2}\/[a-z-]+\.json$/

/**
 * Compiles the ICU messages of `src/i18n/<locale>/<area>.json` while building, so that no parser reaches the browser.
 * A message that does not parse fails the build with its id. Plain texts are lists of one text: a bare string would be
 * taken for an uncompiled message, with a warning each time it is drawn.
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
            return [name, compileMessageOrThrow(text)]
          } catch (error) {
            return this.error(`${id}: ${name}: ${String(error)}`)
          }
        })
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}
