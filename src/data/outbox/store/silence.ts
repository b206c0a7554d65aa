/** Notices that a database does not answer (docs/offline.md#a-database-that-is-lost-or-silent). */

/** Milliseconds. Counted in ticks, so that a page that slept does not take its own sleep for the database's silence. */
export const tickMs = 500
const ticks = 6
export const silenceMs = tickMs * ticks

export interface Patience {
  /** It answered: the time begins anew. */
  restart: () => void
  end: () => void
}

/** Calls back once when nothing has come for `milliseconds` of the time in which this page ran. */
export function startPatience(onSilence: () => void, milliseconds = silenceMs): Patience {
  let left = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    left -= 1
    if (left > 0) timer = setTimeout(tick, tickMs)
    else onSilence()
  }
  const end = () => clearTimeout(timer)
  const restart = () => {
    end()
    left = Math.round(milliseconds / tickMs)
    timer = setTimeout(tick, tickMs)
  }
  restart()
  return { restart, end }
}

/** Settles as `work` does, or as `instead` where `work` takes longer than `milliseconds`; `work` is not cancelled. */
export function orAfterSilence<T, I>(work: PromiseLike<T>, instead: () => I | PromiseLike<I>, milliseconds = silenceMs): Promise<T | I> {
  return new Promise((resolve, reject) => {
    const patience = startPatience(() => resolve(instead()), milliseconds)
    void work.then(resolve, reject).then(patience.end)
  })
}

/** Watches many things at once: tells when the first of them is silent, and when the last of those has answered. */
export function createSilenceWatch(onChange: (isSilent: boolean) => void) {
  const silent = new Set<Patience>()
  function forget(patience: Patience): void {
    if (silent.delete(patience) && silent.size === 0) onChange(false)
  }
  return {
    /** What was asked of a connection that is given up is waited for no longer. */
    clear(): void {
      for (const patience of [...silent]) patience.end()
    },
    /** `isSilent`: what is asked again after it was given up, and so is known to be. */
    start(isSilent = false): Patience {
      const mark = () => {
        silent.add(patience)
        if (silent.size === 1) onChange(true)
      }
      const inner = startPatience(mark)
      const patience: Patience = {
        restart() {
          inner.restart()
          forget(patience)
        },
        end() {
          inner.end()
          forget(patience)
        },
      }
      if (isSilent) mark()
      return patience
    },
  }
}
