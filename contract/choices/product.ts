/**
 * '{product}pedia' of the base contract: a path segment with the installation's product. The contract has the default product, because a
 * section has one name; others exist only on the wire and in addresses.
 */
export const defaultProduct = 'emt'

const written = `/${defaultProduct}pedia`

function swapped(path: string, from: string, to: string): string {
  const at = path.indexOf(from)
  const next = path.charAt(at + from.length)
  return at < 0 || (next !== '' && next !== '/') ? path : path.slice(0, at) + to + path.slice(at + from.length)
}

/** Returns a path with the installation's product. */
export const withProduct = (path: string, product: string): string => swapped(path, written, `/${product}pedia`)

/** Returns a path with the default product. */
export const withoutProduct = (path: string, product: string): string => swapped(path, `/${product}pedia`, written)
