import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { createPeople } from './auth/people.ts'
import { createSecurityLog } from './auth/security-log.ts'
import { createBackground } from './core/background.ts'
import type { Platform } from './core/context.ts'
import { createLog } from './core/log.ts'
import { madeAt } from './core/meta.ts'
import { sealSecrets } from './core/sealed-meta.ts'
import { createSecretBox } from './core/secret-box.ts'
import { createTokens } from './core/tokens.ts'
import { createFileStore } from './files/files.ts'
import { createStaging } from './files/staging.ts'
import { openStorage } from './files/storage/open-storage.ts'
import { createUses } from './files/uses.ts'
import { createMailer } from './mail/mailer.ts'
import type { Settings } from './settings/settings.ts'

/** Creates the services of the API over an open database. */
export async function createPlatform(settings: Settings, database: Database): Promise<Platform> {
  const log = createLog(settings.logLevel)
  const background = createBackground(log)
  const secretBox = createSecretBox(settings)
  await sealSecrets(database, secretBox)
  await madeAt(database.db)
  const storage = openStorage(settings, log)
  const uses = createUses(database)
  return {
    settings,
    database,
    log,
    background,
    securityLog: createSecurityLog(database, background),
    secretBox,
    mail: createMailer(database.db, {
      url: settings.mailUrl,
      from: settings.mailFrom,
      folder: join(settings.dataDir, 'mail'),
      perMinute: settings.mailPerMinute,
      dkim: settings.dkim,
    }),
    storage,
    files: createFileStore({ storage, uses, folder: 'files', base: '/files' }),
    privateFiles: createFileStore({ storage, uses, folder: 'kept-files', base: '/kept-files' }),
    videos: createFileStore({ storage, uses, folder: 'videos', base: '/videos' }),
    temporaryFiles: createFileStore({ storage, uses, folder: 'temporary-files', base: '/temporary-files' }),
    staging: createStaging({ storage, database, folder: join(settings.dataDir, 'arriving'), max: settings.stagedMaxBytes }),
    people: await createPeople(database, settings),
    tokens: await createTokens(database, secretBox, settings),
  }
}
