/** Checks that work is linear in the text's length. Compares runs of one process, without limits in seconds. */

/** Growth of the text per step: linear work takes 32 times as long, quadratic work 1,024 times. */
const step = 32
/** Allowed growth of linear work, with room for a busy machine and garbage collection. */
const allowed = step * 10
/** A doubtful step is repeated: load slows one measurement, a bad rule all of them. */
const attempts = 5
/** Multiples of one pass over the characters; faster runs are not compared. */
const notable = 20

/** Processor milliseconds, at most those of the clock: other processes do not count. */
export function measure(run: () => void): number {
  const start = performance.now()
  const used = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(used)
  return Math.min(performance.now() - start, (user + system) / 1_000)
}

const shortest = (run: () => void, times: number) => Math.min(...Array.from({ length: times }, () => measure(run)))

/** One pass over the characters; the sum prevents elimination. */
function scan(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0
  return sum
}

const made = new Map<string, string>()

/** Flattened once: concatenated texts are trees until read. */
function textOf(head: string, piece: string, tail: string, length: number): string {
  const key = JSON.stringify([head, piece, tail, length])
  const text = made.get(key) ?? head + piece.repeat(Math.ceil(length / piece.length)) + tail
  if (!made.has(key)) scan(text)
  made.set(key, text)
  return text
}

/**
 * First length (UTF-16 units) at which `run` takes more than its share, null when it never does. Lengths grow up to `longest`, so an
 * exploding rule is found before it takes minutes.
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
