/** So many are served before others have their turn: a connection that asks to be let in waits for one turn each. */
export const perYield = 25

export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * One answer for many: whatever is asked in the same turn, or while an answer is under way, is asked together. `answer` gives
 * one for each, in their order; where it throws, it throws for all of them. `ready` resolves when it is time to answer.
 */
export function batchCalls<Asked, Answer>(
  answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  ready: () => Promise<void> = yieldToEventLoop,
): (one: Asked) => Promise<Answer> {
  let waiting: { asked: Asked; done(answer: Answer | undefined): void; failed(error: unknown): void }[] = []
  let isBusy = false

  async function work(): Promise<void> {
    while (waiting.length) {
      // Whoever asks meanwhile goes along.
      await ready()
      const group = waiting
      waiting = []
      try {
        const answers = await answer(group.map(({ asked }) => asked))
        for (const [at, { done }] of group.entries()) {
          done(answers[at])
          if (at % perYield === perYield - 1) await yieldToEventLoop()
        }
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    isBusy = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      const done = (given: Answer | undefined) =>
        given === undefined ? reject(new Error('there is no answer for one that asked')) : resolve(given)
      waiting.push({ asked, done, failed: reject })
      if (isBusy) return
      isBusy = true
      void work()
    })
}
