declare module '*/browser.mjs' {
  /** Path of a Chromium; throws with instructions when there is none. */
  export function findBrowser(): Promise<string>
  /** Headless shell for tests that suffice with one, or this browser. */
  export function findShell(browser: string): Promise<string>
}

declare module '*/postgres.mjs' {
  interface Postgres {
    url: string
    /** Stops and removes its files. */
    stop(): void
  }
  /** A temporary cluster, null without Postgres. `safe`: syncs to disk at every commit. */
  export function startPostgres(options: { safe: boolean }): Postgres | null
}
