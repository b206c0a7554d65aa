/**
 * Questions of a chat, how long they waited, and what is made of them
 * (docs/product/questions.md#questions-and-waiting). Times are ISO 8601.
 */

export interface Said {
  at: string
  /** What the member wrote, what answered it, or the end of the chat. */
  is: 'member' | 'answer' | 'end'
}

export interface Question {
  asked_at: string
  /** Null while nobody answered; it stays so when the chat ended before. */
  answered_at: string | null
}

/** A question begins with the first message that nothing has answered yet, and lasts until an answer or the end. In order of time. */
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

/** Minutes between two moments, not rounded. */
export const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000

/** The middle of them, of an even number the mean of both in the middle; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Hours after the end of a chat in which the member may rate it. */
export const ratingHours = 72
/** Up to this rating a person takes over from the algorithm. */
export const lowRating = 2
/** Seconds that the algorithm has for an answer. */
export const answerSeconds = 60
/** A shorter query is not looked up (docs/product/questions.md#reports). */
export const minLookup = 5

/** Whether a chat may be rated: somebody answered, and it is not over for too long. */
export function mayRate({ answered, ended_at }: { answered: boolean; ended_at: string | null }, now: string): boolean {
  return answered && (ended_at === null || minutesBetween(ended_at, now) <= ratingHours * 60)
}
