/** An observable value outside React, for states of the data layer. */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(next: T | ((old: T) => T)): void
  /** Calls back after every change; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

const isUpdate = <T>(next: T | ((old: T) => T)): next is (old: T) => T => typeof next === 'function'

/** Setting an equal value (Object.is) notifies nobody. */
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
/** `select` must be stable for the same state, or the component renders endlessly. */
export function useStore<T, S>(store: Store<T>, select: (state: T) => S): S
export function useStore<T, S>(store: Store<T>, select?: (state: T) => S): T | S {
  const read = () => (select ? select(store.get()) : store.get())
  return useSyncExternalStore(store.subscribe, read)
}
