/** Does work take time in proportion to the text? Compares one run with another of the same process, never with a limit in seconds. */

/** How much longer the text gets from one step to the next: linear work takes 32 times as long, quadratic work 1,024 times. */
const step = 32
/** Of linear work, with room for a machine that is busy with something else and for memory that is cleared meanwhile. */
const allowed = step * 10
/** A doubtful step is measured again: a busy machine makes one measurement slow, a bad rule all of them. */
const attempts = 5
/** Times as long as looking at each character once; what takes less is not worth a comparison. */
const notable = 20

/** Milliseconds of the processor, at most those of the clock: what another process takes meanwhile does not count. */
function measure(run: () => void): number {
  const start = performance.now()
  const used = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(used)
  return Math.min(performance.now() - start, (user + system) / 1_000)
}

const shortest = (run: () => void, times: number) => Math.min(...Array.from({ length: times }, () => measure(run)))

/** Looks at each character once; the sum keeps it from being left out. */
function scan(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0
  return sum
}

const made = new Map<string, string>()

/** Made once: joined texts are trees until somebody reads them. */
function textOf(head: string, piece: string, tail: string, length: number): string {
  const key = JSON.stringify([head, piece, tail, length])
  const text = made.get(key) ?? head + piece.repeat(Math.ceil(length / piece.length)) + tail
  if (!made.has(key)) scan(text)
  made.set(key, text)
  return text
}

/**
 * The first length (UTF-16 units) at which `run` takes more than its share of time, null when it never does. Lengths grow from
 * small ones up to `longest`, so a rule that explodes is told before it takes minutes.
 */
export function superLinearAt(
  run: (text: string) => unknown,
  piece: string,
  ends: readonly [string, string],
  longest: number,
): number | null {
  const make = (length: number) => textOf(ends[0], piece, ends[1], length)
  const lengths: number[] = []
  for (let length = longest; length >= 1_024; length /= step) lengths.unshift(length)
  for (const [at, length] of lengths.entries()) {
    const shorter = lengths[at - 1]
    if (shorter === undefined) continue
    const [small, large] = [make(shorter), make(length)]
    let grows = true
    for (let attempt = 0; grows && attempt < attempts; attempt++) {
      const took = shortest(() => run(large), 1)
      grows = took > allowed * shortest(() => run(small), 3) && took > notable * shortest(() => scan(large), 2)
    }
    if (grows) return length
  }
  return null
}
