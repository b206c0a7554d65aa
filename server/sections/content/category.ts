import { category } from '#contract/sections/content/category.ts'
import { serve } from '#server/crud/serve.ts'
import { categories } from '#server/db/tables/content.ts'

export const categoryApi = serve(category, categories)
