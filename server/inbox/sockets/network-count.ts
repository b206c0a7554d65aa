/** Counts what a network has open, so that none takes all of a process. */
export interface NetworkCount {
  /** Counts one more; false at the limit, which counts none. */
  enter(network: string): boolean
  leave(network: string): void
}

export function createNetworkCount(max: number): NetworkCount {
  const counts = new Map<string, number>()
  return {
    enter(network) {
      const count = counts.get(network) ?? 0
      if (count >= max) return false
      counts.set(network, count + 1)
      return true
    },
    leave(network) {
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    },
  }
}
