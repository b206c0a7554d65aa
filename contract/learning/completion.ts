/** What completes a lesson (docs/product/classes.md#completion). */

/** Share of a video that has to be watched, in percent. */
export const watchedPercent = 90

export type Completion =
  /** `seconds`: the position that completes it; null while the length is unknown. */
  { by: 'watching'; seconds: number | null } | { by: 'opening' } | { by: 'marking' }

/** Returns the length of a lesson in seconds: that of its video, or as its teacher gives it. */
export function lengthOf({ video, minutes }: Readonly<Record<string, unknown>>): number | null {
  const measured = typeof video === 'object' && video !== null && 'seconds' in video ? video.seconds : null
  if (typeof measured === 'number' && measured > 0) return measured
  return typeof minutes === 'number' && minutes > 0 ? minutes * 60 : null
}

/** A video by watching it, a file by opening it, anything else by the member's own mark. */
export function completionOf(lesson: Readonly<Record<string, unknown>>): Completion {
  if (lesson.video) {
    const seconds = lengthOf(lesson)
    return { by: 'watching', seconds: seconds === null ? null : Math.floor((seconds * watchedPercent) / 100) }
  }
  return lesson.file ? { by: 'opening' } : { by: 'marking' }
}
