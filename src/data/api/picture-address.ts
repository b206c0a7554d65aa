/** Where a stored picture is shown from (docs/product/forms.md#image-loader). */
import { imageLoader } from '#contract/image-loader.ts'
import { useStore } from '../base/store.ts'
import { getConfig } from './config.ts'
import { sessionStore } from './session.ts'

/** What is on this device alone. */
const isLocal = (url: string) => /^(blob|data):/.test(url)

/** The address of a stored picture in at most `width` pixels across. Without a key, of a session from before, it is the file itself. */
export function pictureAddress(url: string, width: number, key: string | undefined, isPlain = false): string {
  if (isLocal(url) || (!key && !isPlain)) return url
  // Width and key are additions: another deployment's image loader takes the three of the base contract.
  const query = new URLSearchParams({ url, q: '100', f: 'png', ...(key && { w: String(width), key }) })
  return `${getConfig().hosts.imageLoader}${imageLoader.path}?${query}`
}

/** The same, following the session. */
export function usePictureAddress(url: string | null, width: number): string | null {
  const session = useStore(sessionStore, (state) => state.session)
  return url && pictureAddress(url, width, session?.image_key, session?.plain)
}
