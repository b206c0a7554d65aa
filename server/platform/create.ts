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
import type { Settings } from './core/settings.ts'
import { createTokens } from './core/tokens.ts'
import { createFileStore } from './files/files.ts'
import { createStaging } from './files/staging.ts'
import { createMailer } from './mail/mailer.ts'

/** Creates the services of the API over an open database. */
export async function createPlatform(settings: Settings, database: Database): Promise<Platform> {
  const log = createLog(settings.logLevel)
  const background = createBackground(log)
  const secretBox = createSecretBox(settings)
  await sealSecrets(database, secretBox)
  await madeAt(database.db)
  return {
    settings,
    database,
    log,
    background,
    securityLog: createSecurityLog(database, background),
    secretBox,
    files: createFileStore(join(settings.dataDir, 'files')),
    privateFiles: createFileStore(join(settings.dataDir, 'kept-files'), '/kept-files'),
    videos: createFileStore(join(settings.dataDir, 'videos'), '/videos'),
    temporaryFiles: createFileStore(join(settings.dataDir, 'temporary-files'), '/temporary-files'),
    staging: createStaging({ folder: join(settings.dataDir, 'staging'), db: database.db, max: settings.stagedMaxBytes }),
    mail: createMailer(database.db, {
      url: settings.mailUrl,
      from: settings.mailFrom,
      folder: join(settings.dataDir, 'mail'),
      perMinute: settings.mailPerMinute,
      dkim: settings.dkim,
    }),
    people: await createPeople(database, settings),
    tokens: await createTokens(database, secretBox, settings),
  }
}
