import { createStore, useStore } from '../base/store.ts'

/**
 * 'outdated': a newer console upgraded the database, so this tab closed it and must be reloaded. 'blocked': an older tab prevents the
 * upgrade; nothing is lost, and it proceeds when that tab is closed.
 */
export type DatabaseState = 'ready' | 'outdated' | 'blocked'

export const databaseStore = createStore<DatabaseState>('ready')
export const useDatabaseState = (): DatabaseState => useStore(databaseStore)
