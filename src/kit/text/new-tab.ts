import { readStored } from './stored.ts'

/** The preference 'open in new tab' (part-1 section 1), under the specification's own key. */
export function opensNewTab(): boolean {
  const value = readStored('allow-new-tab')
  return value === true || value === 'true'
}
