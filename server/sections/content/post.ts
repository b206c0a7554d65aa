import { post } from '#contract/sections/content/post.ts'
import { preparePublishing, publishState } from '#server/content/publish.ts'
import { serve } from '#server/crud/serve.ts'
import { posts } from '#server/db/tables/content.ts'

export const postApi = serve(post, posts, { derived: { state: publishState(posts) }, prepare: preparePublishing })
