import { formatFileSize } from '#contract/lib/file-size.ts'

/** Formats bytes; number and unit keep their order within right-to-left text. */
export const formatSize = (bytes: number): string => `\u2066${formatFileSize(bytes)}\u2069`
