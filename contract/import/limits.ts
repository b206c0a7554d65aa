/** How much one import may hold; the same on the device and on the server. */
export const importLimits = {
  rows: 50_000,
  columns: 200,
  bytes: 20_971_520,
  /** Of all parts of a workbook together, decompressed. */
  decompressedBytes: 200_000_000,
  /** Rows of one request, so that its transaction stays short. */
  chunkRows: 500,
  /** Characters of one request's JSON, well under the server's megabyte. */
  chunkText: 400_000,
  /** Phones of one question for leads that exist already. */
  phones: 2_000,
} as const
