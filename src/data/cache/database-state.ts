import { createStore, useStore } from '../base/store.ts'

/**
 * 'outdated': a newer console upgraded the database, so this tab let go of it and has to be reloaded.
 * 'blocked': an older tab keeps it from being upgraded; nothing is lost, and it goes on when that tab is closed.
 */
export type DatabaseState = 'ready' | 'outdated' | 'blocked'

export const databaseStore = createStore<DatabaseState>('ready')
export const useDatabaseState = (): DatabaseState => useStore(databaseStore)
