declare module '*/browser.mjs' {
  /** The path of a Chromium; throws with what to do when none can be had. */
  export function findBrowser(): Promise<string>
}
