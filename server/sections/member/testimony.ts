import { testimony } from '#contract/sections/member/testimony.ts'
import { serve } from '#server/crud/serve.ts'
import { testimonies } from '#server/db/tables/content.ts'

export const testimonyApi = serve(testimony, testimonies)
