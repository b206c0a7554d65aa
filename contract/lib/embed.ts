/** Players of other sites in rich texts. Addresses of their pages become addresses of players. */

/** Parts of an address; browsers' URL parser is not available. */
interface Page {
  host: string
  parts: readonly string[]
  query: ReadonlyMap<string, string>
}

interface Host {
  name: string
  /** Origin of the player, the only one of a frame. */
  origin: string
  /** Pattern of the path. */
  path: RegExp
  /** Hosts of its pages, with the position of the id. */
  hosts: readonly string[]
  read: (page: Page) => string | null
}

const id = /^[\w-]{1,64}$/
const firstOf = (form: RegExp, values: readonly (string | undefined)[]) =>
  values.find((value) => value !== undefined && form.test(value)) ?? null
/** Returns the part after the first of these names. */
const after = ({ parts }: Page, ...names: string[]) => {
  const at = parts.findIndex((part) => names.includes(part))
  return at < 0 ? undefined : parts[at + 1]
}
const made = (value: string | null, address: (value: string) => string) => (value === null ? null : address(value))

const hosts: readonly Host[] = [
  {
    name: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    path: /^\/embed\/[\w-]{1,64}$/,
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com'],
    read: (page) => {
      const short = page.host === 'youtu.be' ? page.parts[0] : undefined
      return made(firstOf(id, [short, page.query.get('v'), after(page, 'embed', 'shorts', 'live')]), (video) => `/embed/${video}`)
    },
  },
  {
    name: 'Vimeo',
    origin: 'https://player.vimeo.com',
    path: /^\/video\/\d{1,20}$/,
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    read: (page) => made(firstOf(/^\d{1,20}$/, page.parts), (video) => `/video/${video}`),
  },
  {
    name: 'Instagram',
    origin: 'https://www.instagram.com',
    path: /^\/p\/[\w-]{1,64}\/embed$/,
    hosts: ['instagram.com', 'www.instagram.com'],
    read: (page) => made(firstOf(id, [after(page, 'p', 'reel', 'tv')]), (post) => `/p/${post}/embed`),
  },
  {
    name: 'TikTok',
    origin: 'https://www.tiktok.com',
    path: /^\/embed\/v2\/\d{1,30}$/,
    hosts: ['tiktok.com', 'www.tiktok.com'],
    read: (page) => made(firstOf(/^\d{1,30}$/, [after(page, 'video', 'v2')]), (video) => `/embed/v2/${video}`),
  },
]

/** Origins of players, for the content security policy. */
export const embedOrigins: readonly string[] = hosts.map(({ origin }) => origin)

export const embedNames: readonly string[] = hosts.map(({ name }) => name)

/** Null for other than web addresses, and for those with a port, name or password. */
function pageOf(text: string): Page | null {
  const [, host, path = '', query = ''] = /^https?:\/\/([a-z0-9.-]+)(\/[^?#\s\\]*)?(?:\?([^#\s\\]*))?(?:#\S*)?$/i.exec(text) ?? []
  if (host === undefined) return null
  const pairs = query.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=')
    return [name, value]
  })
  return { host: host.toLowerCase(), parts: path.split('/').filter(Boolean), query: new Map(pairs) }
}

export interface Embed {
  name: string
  /** The only stored and displayed form. */
  address: string
}

/** Returns the player of a pasted or stored address; null for a host that is not allowed. */
export function embedOf(text: string): Embed | null {
  const page = text.length > 2_048 ? null : pageOf(text)
  const host = page && hosts.find((one) => one.hosts.includes(page.host))
  const path = page && host ? host.read(page) : null
  if (!host || path === null || !host.path.test(path)) return null
  return { name: host.name, address: host.origin + path }
}

/** Permissions of a frame: only its player, no access to the page. */
export const embedAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
  loading: 'lazy',
  referrerpolicy: 'strict-origin-when-cross-origin',
  allowfullscreen: 'true',
} as const
