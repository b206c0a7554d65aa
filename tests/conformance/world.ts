/** An app on demo data per test file, with sessions of root and of a user without permissions. */
import { isNull } from 'drizzle-orm'
import type { Hono } from 'hono'
import { ownExample } from '#contract/examples.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { formatFilters } from '#contract/kit/field/list-query.ts'
import { type Call, pathParams } from '#contract/kit/section/call.ts'
import { optionQuery, parseTarget } from '#contract/kit/section/options.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { settingId } from '#contract/kit/section/section-options.ts'
import { createApp } from '#server/app.ts'
import { startAreas } from '#server/areas.ts'
import { members } from '#server/db/tables/members.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { issueMemberToken } from '#server/platform/core/member-tokens.ts'
import { demoPlatform } from '#tests/support/demo.ts'
import { allSections } from '#tests/support/sections.ts'
import { type App, send, signIn } from './caller.ts'

export type DemoApp = Pick<World, 'app' | 'platform' | 'close'>

const targetsOf = ({ to, fields = {} }: Field): string[] => [...(to ? [to] : []), ...Object.values(fields).flatMap(targetsOf)]
/** Targets of references, and tags offered by name. */
const referred = new Set(['tag-manager', ...allSections.flatMap(({ fields }) => Object.values(fields).flatMap(targetsOf))])

export interface World {
  app: Hono
  platform: Platform
  root: string
  /** Token of a user without any permission. */
  nobody: string
  /** Token of a member's app. */
  member: string
  ids: Record<string, (number | string)[]>
  close(): Promise<void>
}

export function callOf(section: Section, action: NonNullable<Call['action']>): Call | undefined {
  const name = `${section.name}.${action}`
  // Of records written by kind, the first kind.
  return sectionCalls(section).find(
    (call) => call.action === action && (call.name === name || (call.fixed && call.name.startsWith(`${name}.`))),
  )
}

/** Path parameters: the record, and others from the call's example. */
export function paramsOf(call: Call, id: number | string = 1): Record<string, string | number> {
  const shown = ownExample(call).params
  return Object.fromEntries(
    pathParams(call.path).map((name) => [name, name === 'sha256' ? 'a'.repeat(64) : name === 'id' ? id : (shown?.[name] ?? id)]),
  )
}

/** Records of a list, or that of a setting. */
export async function rowsOf(app: App, token: string, section: Section, query: Record<string, string> = {}): Promise<AnyRow[]> {
  const one = section.kind === 'setting' && callOf(section, 'one')
  if (one) {
    const found: { data: AnyRow } = await (await send(app, one, { token, params: { id: settingId } })).json()
    return [found.data]
  }
  const list = callOf(section, 'list')
  if (!list) throw new Error(`${section.name} has no list`)
  const response = await send(app, list, { token, query })
  if (!response.ok) throw new Error(`${list.name}: ${response.status} ${await response.text()}`)
  const page: { data: AnyRow[] } = await response.json()
  return page.data
}

/** A user with a role without permissions, created through the API. */
async function makeNobody(app: App, root: string): Promise<string> {
  const create = async (name: string, body: Record<string, unknown>): Promise<AnyRow> => {
    const section = allSections.find((one) => one.name === name)
    const call = section && callOf(section, 'create')
    if (!call) throw new Error(`${name} cannot be created`)
    const response = await send(app, call, { token: root, body })
    if (response.status !== 201) throw new Error(`${call.name}: ${response.status} ${await response.text()}`)
    const made: { data: AnyRow } = await response.json()
    return made.data
  }
  const role = await create('role', { name: 'Nothing at all', permissions: [] })
  const person = { username: 'nobody@lapangan.test', password: 'nothing-at-all' }
  await create('user', { name: 'Nobody', email: person.username, password: person.password, roles: [role.id], is_active: true })
  return (await signIn(app, person)).token
}

/** The API on the demo's data alone. */
export async function makeDemoApp(): Promise<DemoApp> {
  const { platform, close } = await demoPlatform()
  await startAreas(platform)
  return { app: createApp(platform), platform, close }
}

export async function makeWorld(): Promise<World> {
  const { app, platform, close } = await makeDemoApp()
  const { token: root } = await signIn(app, 'root')
  const nobody = await makeNobody(app, root)
  const ids: World['ids'] = {}
  for (const to of referred) {
    const section = allSections.find((one) => one.name === parseTarget(to).section)
    const query = formatFilters((section && optionQuery(section, to)?.filters) ?? [])
    if (section) ids[to] = (await rowsOf(app, root, section, { size: '5', ...(query && { query }) })).map(({ id }) => id)
  }
  const [row] = await platform.database.db.select({ ref: members.ref }).from(members).where(isNull(members.deleted_at)).limit(1)
  const member = await issueMemberToken(platform, row?.ref ?? '')
  return { app, platform, root, nobody, member, ids, close }
}
