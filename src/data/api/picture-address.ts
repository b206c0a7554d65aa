/** URLs of stored pictures (docs/product/forms.md#image-loader). */
import { imageLoader } from '#contract/image-loader.ts'
import { useStore } from '../base/store.ts'
import { getConfig } from './config.ts'
import { sessionStore } from './session.ts'

/** Local to this device. */
const isLocal = (url: string) => /^(blob|data):/.test(url)

/** URL of a stored picture at most `width` pixels wide. Without a key, in an old session, it is the file's. */
export function pictureAddress(url: string, width: number, key: string | undefined, isPlain = false): string {
  if (isLocal(url) || (!key && !isPlain)) return url
  // Width and key are extensions: another deployment's loader takes the base contract's three.
  const query = new URLSearchParams({ url, q: '100', f: 'png', ...(key && { w: String(width), key }) })
  return `${getConfig().hosts.imageLoader}${imageLoader.path}?${query}`
}

/** The same for the current session. */
export function usePictureAddress(url: string | null, width: number): string | null {
  const session = useStore(sessionStore, (state) => state.session)
  return url && pictureAddress(url, width, session?.image_key, session?.plain)
}
