/** So many are served before others have their turn: a connection that asks to be let in waits for one turn each. */
export const perYield = 25

export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * One answer for many: whatever is asked in the same turn, or while an answer is under way, is asked together. `answer` gives
 * one for each, in their order; where it throws, it throws for all of them. `ready` resolves when it is time to answer.
 */
export function batchCalls<Item, Answer>(
  answer: (items: readonly Item[]) => Promise<readonly Answer[]>,
  ready: () => Promise<void> = yieldToEventLoop,
): (one: Item) => Promise<Answer> {
  let waiting: { items: Item; done(answer: Answer | undefined): void; failed(error: unknown): void }[] = []
  let isBusy = false

  async function work(): Promise<void> {
    while (waiting.length) {
      // Whoever asks meanwhile goes along.
      await ready()
      const group = waiting
      waiting = []
      try {
        const responses = await answer(group.map(({ items }) => items))
        for (const [at, { done }] of group.entries()) {
          done(responses[at])
          if (at % perYield === perYield - 1) await yieldToEventLoop()
        }
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    isBusy = false
  }

  return (items) =>
    new Promise((resolve, reject) => {
      const done = (given: Answer | undefined) =>
        given === undefined ? reject(new Error('there is no answer for one that asked')) : resolve(given)
      waiting.push({ items, done, failed: reject })
      if (isBusy) return
      isBusy = true
      void work()
    })
}
