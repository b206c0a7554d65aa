/** The worker's global scope, with Background Sync, which TypeScript's library lacks. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface WorkerScope extends ServiceWorkerGlobalScope {
  addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
    type: K,
    listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
  ): void
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
  readonly registration: ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } }
}

declare const self: WorkerScope

export const scope: WorkerScope = self
