declare module '*/browser.mjs' {
  /** The path of a Chromium; throws with what to do when none can be had. */
  export function findBrowser(): Promise<string>
  /** A headless shell for the tests that can do with one, or this browser. */
  export function findShell(browser: string): Promise<string>
}

declare module '*/postgres.mjs' {
  interface Postgres {
    url: string
    /** Ends it and removes what it wrote. */
    stop(): void
  }
  /** A throwaway cluster, null where no Postgres is installed. `safe` waits for the disk at every commit. */
  export function startPostgres(options: { safe: boolean }): Postgres | null
}
