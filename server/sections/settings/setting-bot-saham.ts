import { settingBotSaham } from '#contract/sections/settings/setting-bot-saham.ts'
import { serve } from '#server/crud/serve.ts'
import { botSettings } from '#server/db/tables/questions.ts'

export const settingBotSahamApi = serve(settingBotSaham, botSettings)
