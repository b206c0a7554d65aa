import { accessTypes } from '../../choices/options.ts'
import {
  choice,
  choices,
  flag,
  image,
  joined,
  number,
  reference,
  richText,
  slug,
  tags,
  text,
  textarea,
  video,
} from '../../kit/field/field.ts'
import { maxVideoBytes, videoTypes } from '../../kit/field/video.ts'
import { publishFields, publishRevisions } from '../../kit/section/publish.ts'
import { section } from '../../kit/section/section.ts'

/** Types of article pictures; the console scales larger ones down before sending. */
export const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export const post = section('post', {
  path: '/content/in/v1/post',
  nav: { group: 'content', icon: 'newspaper' },
  permission: 'content',
  title: 'title',
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 160 }),
    /** Made from the title if empty, with a number until it is unique. */
    slug: slug({ from: 'title', unique: true }),
    category_id: reference({ to: 'category', query: 'model:education,model:analysis' }),
    category_name: joined('category_id.name'),
    type: choice(['article', 'quote', 'video', 'event', 'onlineclass'], {
      required: true,
      initial: 'article',
      sections: { event: 'event', onlineclass: 'online-class' },
    }),
    publish_to: choices(['blog', 'education', 'analysis'], { required: true, initial: ['blog'] }),
    body: richText({ required: true, tools: ['heading', 'quote', 'table', 'picture', 'embed'], pictures: 'media' }),
    cover: image({ maxWidth: 1920, maxHeight: 1920, accept: ['image/jpeg', 'image/png', 'image/webp'] }),
    video: video({ accept: videoTypes, maxBytes: maxVideoBytes }),
    hashtags: tags({ max: 20 }),
    access: choice(['free', ...accessTypes], { required: true, initial: 'free' }),
    ...publishFields,
    meta_title: text({ max: 70 }),
    meta_description: textarea({ max: 200 }),
    view_count: number({ readOnly: true, integer: true }),
    is_breakout: flag({ initial: false }),
  },
  groups: [
    { fields: ['title', 'slug', 'type', 'category_id', 'body'] },
    { title: 'media', fields: ['cover', 'video'] },
    { title: 'search', fields: ['meta_title', 'meta_description'] },
    { title: 'publishing', fields: ['status', 'published_at', 'publish_to', 'access', 'hashtags', 'is_breakout'], side: true },
  ],
  list: {
    columns: [
      'title',
      'state',
      'category_id',
      'type',
      'publish_to',
      'access',
      'published_at',
      'view_count',
      '-cover',
      '-slug',
      '-is_breakout',
      '-created_at',
      '~updated_at',
      '-updated_by',
    ],
    search: ['title'],
    filters: ['state', 'type', 'category_id', 'publish_to', 'access', 'is_breakout'],
    dates: ['published_at', 'created_at', 'updated_at'],
    sort: 'created_at desc',
    omit: ['body'],
    bulkEdit: ['status', 'category_id', 'publish_to', 'access', 'is_breakout'],
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'slug' },
  /** Targets of a popup: published or scheduled posts. */
  options: { detail: 'slug', lists: { published: { query: 'state:published,state:scheduled' } } },
  duplicate: true,
  trash: { list: '/trashed', one: '/trashed/{id}', restore: '/trashed/{id}/restore', erase: '/trashed' },
  revisions: publishRevisions,
  wire: { paths: { history: '/logs/{id}' }, removal: { by: 'path' } },
})
