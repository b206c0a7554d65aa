import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import type { People } from '../auth/people.ts'
import type { SecurityLog } from '../auth/security-log.ts'
import type { FileStore } from '../files/files.ts'
import type { Staging } from '../files/staging.ts'
import type { Storage } from '../files/storage/storage.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Settings } from '../settings/settings.ts'
import type { Background } from './background.ts'
import type { SecretBox } from './secret-box.ts'
import type { Tokens } from './tokens.ts'

/** The user of a request, from the database. */
export interface CurrentUser {
  id: number
  ref: string
  name: string
  email: string
  roles: string[]
  permissions: ReadonlySet<string>
  isRoot: boolean
  isSales: boolean
}

/** The user of a public call. */
export const guest: CurrentUser = {
  id: 0,
  ref: '',
  name: '',
  email: '',
  roles: [],
  permissions: new Set(),
  isRoot: false,
  isSales: false,
}

/** Services for every area of the API. */
export interface Platform {
  database: Database
  settings: Settings
  log: Logger
  /** Where the bytes of all files lie. */
  storage: Storage
  files: FileStore
  /** Private files: served by calls only, to those who may see their record. */
  privateFiles: FileStore
  /** Private videos: served by signed addresses (files/signed-address.ts). */
  videos: FileStore
  /** Files without address, removed after reading. */
  temporaryFiles: FileStore
  staging: Staging
  mail: Mailer
  people: People
  tokens: Tokens
  background: Background
  secretBox: SecretBox
  securityLog: SecurityLog
}
