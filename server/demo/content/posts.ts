/** Posts in every status with embedded pictures. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import { slugBase } from '#contract/lib/slug.ts'
import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'
import type { DemoVideo } from '../base/videos.ts'
import { type Article, articles, quotes } from './articles.ts'
import { laterArticles } from './later-articles.ts'

const table = `<table><tbody><tr><th><p>Emiten</p></th><th><p>PER</p></th><th><p>PBV</p></th><th><p>Dividen</p></th></tr>
<tr><td><p>BBCA</p></td><td><p>23,1x</p></td><td><p>4,6x</p></td><td><p>2,6%</p></td></tr>
<tr><td><p>BBRI</p></td><td><p>11,4x</p></td><td><p>2,1x</p></td><td><p>7,2%</p></td></tr>
<tr><td><p>TLKM</p></td><td><p>12,8x</p></td><td><p>2,2x</p></td><td><p>6,0%</p></td></tr></tbody></table>`

function bodyOf({ lead, parts, points }: Article, at: number, pictures: readonly StoredFile[]): string {
  const picture = pictures[at % pictures.length]
  const [first, second] = parts.map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`)
  return [
    `<p>${lead}</p>`,
    first,
    picture && at % 2 === 0 ? `<img src="${picture.url}" alt="Grafik" loading="lazy" />` : '',
    second,
    `<ul>${points.map((point) => `<li><p>${point}</p></li>`).join('')}</ul>`,
    at % 3 === 0 ? table : '',
    `<blockquote><p>${quotes[at % quotes.length]}</p></blockquote>`,
    '<p>Ingin belajar langsung dari mentor? Lihat jadwal di <a href="https://lapangan.test/kelas" rel="noopener noreferrer" target="_blank">halaman kelas</a>. Disclaimer on: keputusan tetap di tangan Anda.</p>',
  ].join('')
}

export function demoMedia(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  return pictures.map((image, at) => ({ id: at + 1, ...recordColumns(random, clock, 200, authors), image, name: image.name }))
}

const targets = [['blog'], ['education'], ['blog', 'education'], ['analysis']]

export const subjects: readonly Article[] = [...articles, ...laterArticles]

const isVideo = (at: number) => at % 10 === 9
/** Of the posts that are videos, in their order. */
export const postVideos: readonly DemoVideo[] = [
  { name: 'moving-average', title: 'Moving average sebagai batas', seconds: 32 },
  { name: 'jual-bertahap', title: 'Menjual bertahap', seconds: 32 },
  { name: 'membaca-rsi', title: 'RSI di atas 70', seconds: 32 },
]

interface Files {
  covers: readonly StoredFile[]
  pictures: readonly StoredFile[]
  videos: readonly StoredFile[]
}

/** A post per article; `categories`: valid ones. */
export function demoPosts(
  random: Random,
  clock: Clock,
  { covers, pictures, videos, categories }: Files & { categories: readonly number[] },
  authors: readonly string[],
) {
  return subjects.map((article, at) => {
    const columns = recordColumns(random, clock, 240, authors)
    const { title } = article
    const status = at % 9 === 7 ? 'archived' : at % 6 === 4 ? 'draft' : 'publish'
    const scheduled = status === 'publish' && at % 11 === 3
    return {
      id: at + 1,
      ...columns,
      title,
      slug: slugBase(title, 'post'),
      category_id: categories[at % Math.max(1, categories.length)] ?? null,
      type: isVideo(at) ? 'video' : at % 7 === 6 ? 'quote' : 'article',
      publish_to: targets[at % targets.length],
      body: bodyOf(article, at, pictures),
      cover: covers[at] ?? null,
      video: isVideo(at) ? (videos[Math.floor(at / 10) % videos.length] ?? null) : null,
      hashtags: article.hashtags,
      access: random.pick(['free', 'free', 'free', 'emt', 'emv', 'wst']),
      status,
      published_at: scheduled ? clock.iso(clock.today + (2 + random.upTo(12)) * day) : status === 'draft' ? null : columns.created_at,
      meta_title: at % 4 === 0 ? article.title.slice(0, 60) : null,
      meta_description: at % 4 === 0 ? article.lead.slice(0, 155) : null,
      view_count: status === 'publish' && !scheduled ? random.upTo(18_000) : 0,
      is_breakout: at % 13 === 5,
      deleted_at: status === 'archived' && at % 2 === 1 ? columns.updated_at : null,
    }
  })
}
