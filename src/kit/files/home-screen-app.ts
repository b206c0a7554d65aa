/** iPadOS says that it is a Mac, which has no touch screen. */
const isAppleDevice = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = (): boolean =>
  ('standalone' in navigator && navigator.standalone === true) ||
  matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches

/**
 * Whether an iPhone or iPad shows the console without a browser around it: from the home screen, or inside another app. Nothing is
 * downloaded there, no tab opens, and a file that replaces the page leaves no way back (docs/product/files.md#saving-and-opening-files).
 */
export const isWithoutBrowser = (): boolean => isAppleDevice() && (isInstalled() || !/\bSafari\//.test(navigator.userAgent))
