import { formatFileSize } from '#contract/lib/file-size.ts'

/** Bytes as a person reads them; number and unit stay in their order within text that runs from right to left. */
export const formatSize = (bytes: number): string => `\u2066${formatFileSize(bytes)}\u2069`
