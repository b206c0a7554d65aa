/** Tells pages of the console from other pages of this origin. */
import { publicPages } from '#contract/public-pages.ts'
import { scope } from './scope.ts'

/** Paths served by the API, which are no pages of the console. */
export const servedPaths = [
  /^\/(files|videos|docs|health|image-loader|simulator)(\/|$)/,
  new RegExp(`^/(${publicPages.join('|')})(/|$)`),
  /^\/[^/]+\.(json|txt)$/,
  /^\/(metrics|version)$/,
  /^\/[^/]+\/(in|public)\/v\d/,
]

/** All windows with the console. */
export async function openConsoles(): Promise<readonly WindowClient[]> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => !servedPaths.some((served) => served.test(new URL(url).pathname)))
}
