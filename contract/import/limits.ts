/** Limits of one import, the same on device and server. */
export const importLimits = {
  rows: 50_000,
  columns: 200,
  bytes: 20_971_520,
  /** All parts of a workbook, decompressed. */
  decompressedBytes: 200_000_000,
  /** Rows per request, to keep its transaction short. */
  chunkRows: 500,
  /** JSON characters per request, well under the server's megabyte. */
  chunkText: 400_000,
  /** Phones per check for existing leads. */
  phones: 2_000,
} as const
