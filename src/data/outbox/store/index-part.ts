/** How the index of an area's cached rows is stored on the device: by columns, some thousand rows per part. */

export interface Coded {
  values: unknown[]
  codes: Uint32Array
}

export interface IndexPart {
  part: number
  format: number
  refs: string[]
  ids: Float64Array
  /** Milliseconds since 1970, NaN for nothing. */
  times: Record<string, Float64Array>
  /** Values that many rows share: each is kept once, rows have its number. */
  coded: Record<string, Coded>
  /** Texts of a row's own; empty for nothing. */
  texts: Record<string, string[]>
  /** What a search looks through, in lower case. */
  search: string[]
  /** The words of all of them, each once; row i has `words[wordEnds[i - 1] .. wordEnds[i]]`. */
  vocabulary: string[]
  words: Uint32Array
  wordEnds: Uint32Array
}

/** Another number means that the index is made anew from the rows; other columns than the area has now mean it, too. */
export const partFormat = 2
