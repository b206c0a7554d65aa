/**
 * '{product}pedia' of the base contract: a path segment with the installation's product in it. The contract writes it with the
 * default product, as a section has one name; it is another one on the wire and in addresses alone.
 */
export const defaultProduct = 'emt'

const written = `/${defaultProduct}pedia`

function swapped(path: string, from: string, to: string): string {
  const at = path.indexOf(from)
  const next = path.charAt(at + from.length)
  return at < 0 || (next !== '' && next !== '/') ? path : path.slice(0, at) + to + path.slice(at + from.length)
}

/** A path of the contract as this installation has it. */
export const withProduct = (path: string, product: string): string => swapped(path, written, `/${product}pedia`)

/** A path of this installation as the contract has it. */
export const withoutProduct = (path: string, product: string): string => swapped(path, `/${product}pedia`, written)
