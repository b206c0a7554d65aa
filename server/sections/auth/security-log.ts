import { securityLog } from '#contract/sections/auth/security-log.ts'
import { serve } from '#server/crud/serve.ts'
import { securityEvents } from '#server/db/tables/platform.ts'

export const securityLogApi = serve(securityLog, securityEvents)
