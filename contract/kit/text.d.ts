/** Types that `String` prints readably. */
type Printable = string | number | bigint | boolean | symbol
declare const toTextInstead: unique symbol

interface StringConstructor {
  /** Refuses `String(x)` of objects and undefined: use `toText` of guards.ts. */
  <T>(value: T, ...refused: [T] extends [Printable] ? [never] : []): typeof toTextInstead
  (value?: unknown): string
}
