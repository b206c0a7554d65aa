/** What a member's app shows now (docs/product/push-and-app.md#home). Read by each request: nothing is published, and nothing is late. */
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import { readableText } from '#contract/lib/readable-text.ts'
import { maxShown } from '#contract/member-app.ts'
import type { Db } from '#server/db/database.ts'
import { forYous, sliders } from '#server/db/tables/content.ts'
import { popupViews } from '#server/db/tables/member-app.ts'
import { promotionBanners as banners, popupPromotions as popups, tickers } from '#server/db/tables/promotion.ts'
import { nowhere, resolveLanding, resolveTargets, type Target, toAddress } from './targets.ts'

/** Who looks: a guest is in the segment of all. */
export interface Viewer {
  member: number | null
  segments: ReadonlySet<string>
}

export interface Shown {
  ref: string
  title: string | null
  image: string | null
  text: string | null
  button: string | null
  target: Target
  until: string | null
}

export interface Home {
  for_you: Shown[]
  popup: Shown | null
  banners: Shown[]
  tickers: Shown[]
  sliders: Shown[]
}

/** What is switched on for a viewer, with its window: [start, end), open where null. */
interface Kind {
  table: SQL
  isOn: SQL
  start: SQL
  end: SQL
}

/** Condition: a list of segments names one of the viewer's. */
export const meets = (column: SQL, { segments }: Viewer) =>
  sql`${column} ?| array[${sql.join(
    [...segments].map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`

const kinds = {
  forYou: (viewer: Viewer): Kind => ({
    table: sql`${forYous}`,
    isOn: sql`(${forYous.is_show} and ${meets(sql`${forYous.member_type}`, viewer)})`,
    start: sql`${forYous.campaign_start}`,
    end: sql`${forYous.campaign_end}`,
  }),
  popup: (viewer: Viewer): Kind => ({
    table: sql`${popups}`,
    isOn: sql`(${popups.is_active} and ${meets(sql`${popups.segmentation}`, viewer)})`,
    start: sql`${popups.campaign_start_date}`,
    end: sql`${popups.campaign_end_date}`,
  }),
  banner: (viewer: Viewer): Kind => ({
    table: sql`${banners}`,
    isOn: sql`(${banners.show} and ${meets(sql`${banners.segmentation}`, viewer)})`,
    start: sql`${banners.start}`,
    end: sql`${banners.end}`,
  }),
  ticker: (): Kind => ({ table: sql`${tickers}`, isOn: sql`${tickers.is_active}`, start: sql`${tickers.start}`, end: sql`${tickers.end}` }),
  slider: (): Kind => ({
    table: sql`${sliders}`,
    isOn: sql`(${sliders.is_active} and ${sliders.placement} = 'home')`,
    start: sql`${sliders.campaign_start}`,
    end: sql`${sliders.campaign_end}`,
  }),
} as const

const isNow = ({ isOn, start, end }: Kind): SQL => sql`(${isOn} and coalesce(${start} <= now(), true) and coalesce(${end} > now(), true))`

/** Condition of the for-you popups that a viewer sees now. */
export const isForYouShown = (viewer: Viewer): SQL => isNow(kinds.forYou(viewer))

/** Condition of the popups of a viewer now, whatever their frequency. */
export const isPopupShown = (viewer: Viewer): SQL => isNow(kinds.popup(viewer))

const inWib = (moment: SQL) => sql`(${moment} at time zone 'Asia/Jakarta')::date`

/** Once: never seen. Daily: not seen today in WIB. */
function isDue({ member }: Viewer): SQL {
  const views = (where: SQL) =>
    sql`exists (select 1 from ${popupViews} where ${popupViews.popup_id} = ${popups.id} and ${popupViews.member_id} = ${member} and ${where})`
  return sql`(case ${popups.frequency} when 'always' then true
    when 'daily' then not ${views(sql`${inWib(sql`${popupViews.seen_at}`)} = ${inWib(sql`now()`)}`)}
    else not ${views(sql`true`)} end)`
}

async function readForYou(db: Db, viewer: Viewer): Promise<Shown[]> {
  const rows = await db.select().from(forYous).where(isForYouShown(viewer)).orderBy(asc(forYous.sequence), asc(forYous.id)).limit(maxShown)
  const targets = await resolveTargets(db, rows)
  return rows.map(({ ref, title, gambar, message, with_button, button_title, campaign_end }, at) => ({
    ...{ ref, title, image: gambar.url, text: readableText(message), button: with_button ? button_title : null },
    ...{ target: targets[at] ?? nowhere, until: campaign_end },
  }))
}

async function readPopup(db: Db, viewer: Viewer): Promise<Shown | null> {
  const [row] = await db
    .select()
    .from(popups)
    .where(and(isPopupShown(viewer), isDue(viewer)))
    .orderBy(sql`${popups.campaign_start_date} desc nulls last`, desc(popups.id))
    .limit(1)
  if (!row) return null
  const { ref, title, banner_url, landing_custom_id, campaign_end_date } = row
  const target = await resolveLanding(db, landing_custom_id)
  return { ref, title, image: banner_url.url, text: null, button: null, target, until: campaign_end_date }
}

async function readBanners(db: Db, viewer: Viewer): Promise<Shown[]> {
  const rows = await db
    .select()
    .from(banners)
    .where(isNow(kinds.banner(viewer)))
    .orderBy(asc(banners.sort), asc(banners.id))
    .limit(maxShown)
  const targets = await resolveTargets(db, rows)
  return rows.map(({ ref, title, image, end }, at) => ({
    ...{ ref, title, image: image.url, text: null, button: null, target: targets[at] ?? nowhere, until: end },
  }))
}

async function readTickers(db: Db): Promise<Shown[]> {
  const rows = await db.select().from(tickers).where(isNow(kinds.ticker())).orderBy(asc(tickers.id)).limit(maxShown)
  return rows.map(({ ref, text, link, end }) => ({
    ref,
    title: null,
    image: null,
    text,
    button: null,
    target: toAddress(link),
    until: end,
  }))
}

async function readSliders(db: Db): Promise<Shown[]> {
  const rows = await db.select().from(sliders).where(isNow(kinds.slider())).orderBy(asc(sliders.sort), asc(sliders.id)).limit(maxShown)
  return rows.map(({ ref, title, image, link, campaign_end }) => ({
    ...{ ref, title, image: image.url, text: null, button: null, target: toAddress(link), until: campaign_end },
  }))
}

export const readHome = async (db: Db, viewer: Viewer): Promise<Home> => ({
  for_you: await readForYou(db, viewer),
  popup: await readPopup(db, viewer),
  banners: await readBanners(db, viewer),
  tickers: await readTickers(db),
  sliders: await readSliders(db),
})

/** Returns the database's time, and the seconds until something begins or ends; null if nothing does. Of a member also the next day in WIB. */
export async function readClock(db: Db, viewer: Viewer): Promise<{ at: string; edge: number | null }> {
  const edges = Object.values(kinds).map((kind) => {
    const { table, isOn, start, end } = kind(viewer)
    const next = (moment: SQL) => sql`min(${moment}) filter (where ${moment} > now())`
    return sql`select least(${next(start)}, ${next(end)}) as at from ${table} where ${isOn}`
  })
  const midnight = sql`select (${inWib(sql`now()`)} + 1)::timestamp at time zone 'Asia/Jakarta'`
  const all = sql.join(viewer.member === null ? edges : [...edges, midnight], sql` union all `)
  const { rows } = await db.execute<{ now: number; edge: number | null }>(sql`
    select (extract(epoch from now()) * 1000)::float8 as now, extract(epoch from min(at) - now())::float8 as edge from (${all}) as edges`)
  const [clock] = rows
  return { at: new Date(clock?.now ?? Date.now()).toISOString(), edge: clock?.edge ?? null }
}
