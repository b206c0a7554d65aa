import { autoText } from '#contract/sections/other/auto-text.ts'
import { serve } from '#server/crud/serve.ts'
import { autoTexts } from '#server/db/tables/chat.ts'

export const autoTextApi = serve(autoText, autoTexts)
