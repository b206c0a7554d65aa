/** States of accounts, numbers and templates for the settings, and how many need somebody (docs/product/whatsapp.md#states). */
import { type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { type AlertedState, openAlert } from '#contract/chat/channel-alerts.ts'
import { languages } from '#contract/choices/languages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { channelStates as contract } from '#contract/sections/other/whatsapp-number.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { channelStates } from '#server/db/tables/webhook.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import type { QuickCounter } from '#server/platform/routes/quick-panel.ts'
import { alertWords } from '../inbound/alert-words.ts'
import { ownerName } from '../inbound/state-owner.ts'

function readAlert(state: AlertedState, now: number) {
  const alert = openAlert(state, now)
  return { alert, words: alert === null ? [] : languages.map((language) => ({ language, ...alertWords(alert, state, language) })) }
}

async function list({ db, list: query }: CallRequest) {
  const { id, account, number, kind, subject, at, value } = channelStates
  const columns = { id, name: ownerName.as('name'), account, number, kind, subject, at, value }
  const select = (where: SQL | undefined) => db.select(columns).from(channelStates).where(where).$dynamic()
  const page = await readPage(db, query, contract, { columns: { id, account, number, kind, subject, at }, sort: 'id asc' }, select)
  const now = Date.now()
  return {
    ...page,
    data: page.data.map(({ value: known, ...state }) => ({
      ...state,
      ...readAlert({ ...state, value: known }, now),
      values: Object.entries(known).flatMap(([name, each]) => (name === 'alert' || each === null ? [] : [{ name, value: toText(each) }])),
    })),
  }
}

/** For those who may set up WhatsApp. */
export const stateCounts: QuickCounter = async (db, user) => {
  if (!user.permissions.has('update whatsapp-number')) return []
  const alarming = await db.select().from(channelStates).where(sql`${channelStates.value} ? 'alert'`)
  const now = Date.now()
  return [{ name: 'whatsapp_alerts', count: alarming.filter((state) => openAlert(state, now) !== null).length }]
}

export function mountStates(app: Hono, platform: Platform): void {
  mount(app, platform, contract, list)
}
