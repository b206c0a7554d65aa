import type { Field } from '#contract/kit/field/field.ts'
import { formatFileSize } from '#contract/lib/file-size.ts'
import { ApiError } from '../core/problem.ts'
import type { Settings } from '../settings/settings.ts'

type Limits = Pick<Settings, 'uploadMaxBytes' | 'videoMaxBytes'>

/** Maximum bytes of a staged file: videos may exceed a single request. */
export function maxStaged({ uploadMaxBytes, videoMaxBytes }: Limits, field?: Pick<Field, 'kind'>): number {
  return field && field.kind !== 'video' ? uploadMaxBytes : Math.max(uploadMaxBytes, videoMaxBytes)
}

/** 413 with the limit in words. */
export function tooLarge(limits: Limits, max = limits.uploadMaxBytes): ApiError {
  return new ApiError('too_large', `A file may have at most ${formatFileSize(max)}.`)
}
