/** Which build a page is of: its scripts, whose names have a hash of all that they load. */

/** Of the page that runs. */
export const ownBuild = (): string =>
  [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src')).join(' ')

/** Of the text of a page; empty for one without scripts. */
export const buildIn = (html: string): string =>
  [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, source]) => source).join(' ')
