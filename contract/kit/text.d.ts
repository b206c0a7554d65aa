/** What `String` writes as people read it. */
type Printable = string | number | bigint | boolean | symbol
declare const toTextInstead: unique symbol

interface StringConstructor {
  /** `String(x)` of what may be an object or nothing says '[object Object]' or 'undefined': `toText` of guards.ts. */
  <T>(value: T, ...refused: [T] extends [Printable] ? [never] : []): typeof toTextInstead
  (value?: unknown): string
}
