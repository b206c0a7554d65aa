/** A value outside React that components can watch. The data layer's states are such stores. */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(next: T | ((old: T) => T)): void
  /** Calls back after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
}

const isUpdate = <T>(next: T | ((old: T) => T)): next is (old: T) => T => typeof next === 'function'

/** Setting a value that is the same (Object.is) tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const changed = isUpdate(next) ? next(value) : next
      if (Object.is(changed, value)) return
      value = changed
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>(store: Store<T>): T
/** `select` must give the same result for the same state, or the component renders for ever. */
export function useStore<T, S>(store: Store<T>, select: (state: T) => S): S
export function useStore<T, S>(store: Store<T>, select?: (state: T) => S): T | S {
  const read = () => (select ? select(store.get()) : store.get())
  return useSyncExternalStore(store.subscribe, read)
}
