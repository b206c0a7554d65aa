/** Links of a newsletter's text: a mail names them by their place, so that no address of a request is ever led to. */
import { clickPath } from '#contract/public-pages.ts'

const inText = /<a [^<>]{0,1000}?href="(https?:\/\/[^"<>\s]{1,2000})"/gi
/** As rendered, with what the link says; one that says an address has to lead there in sight. */
const inMail = /<a href="(https?:\/\/[^"<>\s]{1,2000})"([^<>]{0,1000}>)(?!\s{0,100}(?:https?:|www\.))/g
const plain = (address: string) => address.replaceAll('&amp;', '&')
const maxLinks = 500

/** Returns the addresses that a text links to, each once, in order. `body`: sanitised. */
export function linksOf(body: string): string[] {
  const found = new Set<string>()
  for (const [, address = ''] of body.matchAll(inText)) if (found.size < maxLinks) found.add(plain(address))
  return [...found]
}

/** Leads the links of a rendered mail over our own address. */
export function withCountedLinks(html: string, links: readonly string[], publicUrl: string, token: string): string {
  const places = new Map(links.map((address, place) => [address, place]))
  return html.replace(inMail, (whole, address: string, rest: string) => {
    const place = places.get(plain(address))
    return place === undefined ? whole : `<a href="${publicUrl}${clickPath(token, place)}"${rest}`
  })
}
