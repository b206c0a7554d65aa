/** Questions of a chat, their waiting times and statistics (docs/product/questions.md#questions-and-waiting). Times are ISO 8601. */

export interface Said {
  at: string
  /** A member's message, an answer, or the chat's end. */
  is: 'member' | 'answer' | 'end'
}

export interface Question {
  asked_at: string
  /** Null while unanswered, also after the chat's end. */
  answered_at: string | null
}

/** Returns questions in order. Each starts with the first unanswered message and lasts to an answer or the end. */
export function questionsOf(said: readonly Said[]): Question[] {
  const questions: Question[] = []
  let isOpen = false
  for (const { at, is } of said) {
    if (is === 'member') {
      if (!isOpen) questions.push({ asked_at: at, answered_at: null })
      isOpen = true
      continue
    }
    const last = questions.at(-1)
    if (is === 'answer' && isOpen && last) last.answered_at = at
    isOpen = false
  }
  return questions
}

/** Minutes between two moments, unrounded. */
export const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000

/** Median, of an even number the mean of the middle two; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Hours after a chat's end in which it may be rated. */
export const ratingHours = 72
/** Highest rating at which a person takes over. */
export const lowRating = 2
/** Seconds for the algorithm to answer. */
export const answerSeconds = 60
/** Minimum length of a lookup (docs/product/questions.md#reports). */
export const minLookup = 5

/** Returns whether a chat may be rated: answered, and not over for too long. */
export function mayRate({ answered, ended_at }: { answered: boolean; ended_at: string | null }, now: string): boolean {
  return answered && (ended_at === null || minutesBetween(ended_at, now) <= ratingHours * 60)
}
