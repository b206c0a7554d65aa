/** The API of a regular section, from contract and table. */

import type { Hono } from 'hono'
import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { parseFilters } from '#contract/kit/field/list-query.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { optionQuery } from '#contract/kit/section/options.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { sheetCalls } from '#contract/kit/section/sheet.ts'
import { trashCalls } from '#contract/kit/section/trash-calls.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { signFiles } from '#server/platform/files/sign-files.ts'
import { type CallRequest, type Handle, type Mounting, mount } from '#server/platform/http/mount.ts'
import { Moved } from '#server/platform/http/reply.ts'
import { isIdOrRef } from '#server/platform/http/request.ts'
import { describeVideos } from '#server/video/describe.ts'
import { mountImport, type PlaceCall } from './import/api.ts'
import type { MatchesTable, RecordTable } from './query/matches-table.ts'
import { readList, readOne } from './query/read.ts'
import { registerSection, type Shape, shapeOf } from './query/shape.ts'
import type { CrudRules, Handler, Hooks } from './rules.ts'
import { exportList } from './sheets/export.ts'
import { answerAdded } from './write/added-calls.ts'
import { readHistory, readRevision } from './write/audit.ts'
import { subscribe } from './write/effects.ts'
import { moveRow } from './write/order.ts'
import { removeRows } from './write/remove.ts'
import { findBySlug } from './write/slugs.ts'
import { applySwitch } from './write/switches.ts'
import { restoreRow, type Shapes, shapesOf, softDelete } from './write/trash.ts'
import { createRow, updateRow } from './write/write.ts'

export interface SectionApi {
  section: Section
  shape: Shape
  /** Serves every call of the section; with `place` where that puts it, with `only` just these actions. */
  mount(app: Hono, platform: Platform, options?: { place?: PlaceCall; only?: readonly string[] }): void
}

/** Further filters of a detail (docs/product/access.md#back-office-mode). */
const filtersIn = ({ query }: CallRequest) => (typeof query.query === 'string' ? parseFilters(query.query).filters : [])

const asKey = (value: unknown) => (typeof value === 'number' ? value : toText(value))

async function handle(
  platform: Platform,
  shapes: Shapes,
  call: Pick<Call, 'name' | 'action' | 'fixed'>,
  request: CallRequest,
): Promise<unknown> {
  const { there: shape, trashed, whole } = shapes
  const { section } = shape
  const { user, db, params, list, ids, body } = request
  switch (call.action) {
    case 'list':
      return readList(platform, shape, user, list)
    case 'options': {
      const options = optionQuery(section, call.name.replace('.options.', '/'))
      const filters = [...list.filters, ...(options?.filters ?? [])]
      return readList(platform, shape, user, { ...list, filters, sort: list.sort ?? options?.sort ?? null })
    }
    case 'one': {
      const key = params.id ?? ''
      const found = isIdOrRef(key) ? { id: key } : await findBySlug(db, shape, user, key)
      if ('movedTo' in found) return new Moved(found.movedTo)
      return { message: 'OK', data: await readOne(db, shape, user, found.id, filtersIn(request)) }
    }
    case 'history':
      return readHistory(db, whole, user, params.id ?? '', list)
    case 'revision':
      return { message: 'OK', data: await readRevision(db, whole, user, params.id ?? '', params.version ?? '') }
    case 'videos': {
      const found = await readOne(db, shape, user, params.id ?? '')
      return {
        videos: await describeVideos(platform, section.fields, found),
        files: signFiles(platform.tokens, section.fields, found),
      }
    }
    case 'export':
      return exportList(platform, shape, request)
    case 'create':
      return { message: 'Saved', data: await createRow(platform, shape, request) }
    case 'update':
      return { message: 'Saved', data: await updateRow(platform, shape, request, call.fixed) }
    case 'remove':
      return removeRows(
        platform,
        shape,
        request,
        section.wire.removal.by === 'path' ? [params.id ?? ''] : ids,
        section.trash && { softDelete: (gone) => softDelete(shape, request, gone) },
      )
    case 'trashed':
      return readList(platform, trashed, user, list)
    case 'trashedOne':
      return { message: 'OK', data: await readOne(db, trashed, user, params.id ?? '') }
    case 'restore':
      return { message: 'Saved', data: await restoreRow(platform, shapes, request) }
    case 'erase':
      return removeRows(platform, trashed, request, ids, { wasGone: true })
    case 'swap':
      await moveRow(platform, shape, request, asKey(body.from), asKey(body.to))
      return { message: 'Saved' }
    case 'switch': {
      const name = call.name.split('.').at(-1) ?? ''
      const options = section.switches[name]
      if (options) return { message: 'Saved', data: await applySwitch(platform, shape, request, name, options) }
    }
  }
  throw new Error(`${call.name} is not a call of a regular section`)
}

/** Rules may be omitted only if nothing in them is required. */
type RulesOf<F extends Fields, T extends RecordTable, Called extends string> =
  Record<never, never> extends CrudRules<F, T, Called> ? [rules?: CrudRules<F, T, Called>] : [rules: CrudRules<F, T, Called>]

type Untyped = Hooks & { calls?: Readonly<Record<string, Handler>> }

/**
 * Serves a section from its table. The compiler checks that the table matches the contract, and that `rules.derived` declares fields
 * without a column.
 */
export function serve<F extends Fields, T extends RecordTable, Called extends string>(
  section: Section<F, Called>,
  table: T & MatchesTable<F, T>,
  ...rules: RulesOf<F, T, Called>
): SectionApi
export function serve(section: Section, table: RecordTable, rules: Untyped = {}): SectionApi {
  const handlers = rules.calls ?? {}
  const shapes = shapesOf(shapeOf(section, table, rules))
  const shape = shapes.there
  subscribe(section.name, rules.on ?? [])
  registerSection(shape)
  return {
    section,
    shape,
    mount(app, platform, { place = (call: Call) => call, only } = {}) {
      if (!only) mountImport(app, platform, shape, place)
      for (const call of [...sheetCalls(section), ...trashCalls(section), ...sectionCalls(section)]) {
        if (only && !only.includes(call.action ?? '')) continue
        const own = call.name.slice(section.name.length + 1)
        const handler = call.action === 'call' ? handlers[own] : undefined
        const answer: Handle = (request) =>
          handler
            ? answerAdded(platform, section.calls[own]?.inTrash ? shapes.whole : shape, request, {
                ...call,
                options: section.calls[own],
                handler,
              })
            : handle(platform, shapes, call, request)
        const { aroundCreate } = rules
        const mounting: Mounting =
          call.action === 'create' && aroundCreate ? { aroundTransaction: (...given) => aroundCreate(platform, ...given) } : {}
        mount(app, platform, place(call), answer, mounting)
      }
    },
  }
}
