import type { Hono } from 'hono'
import type { ConsoleConfig } from '#contract/config.ts'
import type { Platform } from '../core/context.ts'
import { version } from '../core/version.ts'
import { findFfmpeg } from '../files/find-ffmpeg.ts'
import { mayUseDemo } from '../http/is-local-request.ts'

/** Settings for the console. The client secret is configuration and not secret. */
export function mountConfig(app: Hono, { settings }: Platform): void {
  const { hosts, backOfficeHosts, auth, product, clientSecret, uploadMaxBytes, videoMaxBytes, company } = settings
  app.get('/config.json', async (c) => {
    const demo = mayUseDemo(c, settings)
    const limits = { uploadMaxBytes, videoMaxBytes, videoConverter: (await findFfmpeg(settings)) !== null }
    const config: ConsoleConfig = {
      hosts,
      backOfficeHosts,
      auth,
      product,
      clientSecret,
      demo,
      ...limits,
      version,
      company,
      additions: true,
    }
    return c.json(config, 200, { 'Cache-Control': 'no-cache' })
  })
}
