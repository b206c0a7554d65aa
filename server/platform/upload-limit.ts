import { formatFileSize } from '#contract/lib/file-size.ts'
import { ApiError } from './problem.ts'
import type { Settings } from './settings.ts'

/** 413 with the limit in words. */
export function tooLarge({ uploadMaxBytes }: Pick<Settings, 'uploadMaxBytes'>): ApiError {
  return new ApiError('too_large', `A file may have at most ${formatFileSize(uploadMaxBytes)}.`)
}
