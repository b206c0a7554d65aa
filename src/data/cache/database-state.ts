import { createStore, useStore } from '../base/store.ts'
import type { DatabaseTrouble } from '../outbox/store/database.ts'

/**
 * 'outdated': a newer console upgraded the database, so this tab closed it and must be reloaded. 'blocked': an older tab prevents the
 * upgrade; nothing is lost, and it proceeds when that tab is closed. 'silent': it has not answered for 3 s; it may yet. 'lost': its
 * connection was lost twice in a row (docs/offline.md#a-database-that-is-lost-or-silent). 'refused': this browser opens none, so nothing is
 * kept here (docs/offline.md#a-device-that-keeps-nothing).
 */
export type DatabaseState = 'ready' | NonNullable<DatabaseTrouble>

export const databaseStore = createStore<DatabaseState>('ready')
export const useDatabaseState = (): DatabaseState => useStore(databaseStore)
