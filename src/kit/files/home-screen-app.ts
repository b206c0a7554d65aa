import { findEngine, isInstalled } from '#console/data/base/browser.ts'

/**
 * Whether an iPhone or iPad shows the console without a browser around it: from the home screen, or inside another app. Nothing is
 * downloaded there, no tab opens, and a file that replaces the page leaves no way back (docs/product/files.md#saving-and-opening-files).
 */
export const isWithoutBrowser = (): boolean => findEngine() === 'ios' && (isInstalled() || !/\bSafari\//.test(navigator.userAgent))
