import { readStored } from './stored.ts'

/** The preference 'open in new tab' (docs/product/session.md#preferences), under the base contract's key. */
export function opensNewTab(): boolean {
  const value = readStored('allow-new-tab')
  return value === true || value === 'true'
}
