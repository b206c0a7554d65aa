/** Which pages of this origin are the console; the server has some of its own. */
import { publicPages } from '#contract/public-pages.ts'
import { scope } from './scope.ts'

/** What the API serves: no page of the console, though it stands beside it. */
export const servedPaths = [
  /^\/(files|docs|health|image-loader|simulator)(\/|$)/,
  new RegExp(`^/(${publicPages.join('|')})(/|$)`),
  /^\/[^/]+\.(json|txt)$/,
  /^\/(metrics|version)$/,
  /^\/[^/]+\/(in|public)\/v\d/,
]

/** Every window that shows the console. */
export async function openConsoles(): Promise<readonly WindowClient[]> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => !servedPaths.some((served) => served.test(new URL(url).pathname)))
}
