/** A column of numbers that grows. */
export interface NumberColumn<A extends Float64Array | Uint32Array> {
  values: A
  /** Writes `added` from slot `at` on. */
  put(added: A, at: number): void
}

const roomFor = (wanted: number, count: number) => (wanted <= count ? count : Math.max(wanted, count * 2, 1_024))

export function floatColumn(): NumberColumn<Float64Array> {
  return {
    values: new Float64Array(0),
    put(added, at) {
      const room = roomFor(at + added.length, this.values.length)
      if (room > this.values.length) {
        const grown = new Float64Array(room)
        grown.set(this.values)
        this.values = grown
      }
      this.values.set(added, at)
    },
  }
}

export function integerColumn(): NumberColumn<Uint32Array> {
  return {
    values: new Uint32Array(0),
    put(added, at) {
      const room = roomFor(at + added.length, this.values.length)
      if (room > this.values.length) {
        const grown = new Uint32Array(room)
        grown.set(this.values)
        this.values = grown
      }
      this.values.set(added, at)
    },
  }
}
