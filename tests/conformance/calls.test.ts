import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { chatEvents, chatPresence } from '#contract/chat/http-events.ts'
import { conversation, sendMessage } from '#contract/chat/messages.ts'
import { shiftCalls } from '#contract/chat/shift.ts'
import { errorLog, errorLogToken } from '#contract/error-logs.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall, sectionCalls } from '#contract/kit/section/section-calls.ts'
import { probe } from '#contract/probe.ts'
import { replay } from '#contract/replay.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { ownNumbers } from '#contract/sections/other/whatsapp-number.ts'
import { broadcastHistory, chatPlatform, roomChanges } from '#contract/sections/sales/chat-platform.ts'
import { attach, attachmentContent, detach, listAttachments } from '#contract/sections/sales/lead-attachments.ts'
import { leadAssign, leadStatus, leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { clientId, demoClientSecret, logout, me, requestForgetPassword, resetPassword, validateResetPassword } from '#contract/session.ts'
import { cancelMutation, changes, syncHeaders } from '#contract/sync.ts'
import { stagedState, stagePiece } from '#contract/uploads.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { example, onePixel, showing, type Values, wrongValues } from '#tests/support/example.ts'
import { allSections } from '#tests/support/sections.ts'
import { send, signIn } from './caller.ts'
import { unfitProblem, unfitReply } from './fits.ts'
import { makeWorld, paramsOf, rowsOf, type World } from './world.ts'

/** Creates and updates of sections are tested in sections.test.ts. */
const regular = new Set(allSections.flatMap(sectionCalls).filter(({ action }) => action === 'create' || action === 'update'))
const withBody = everyCall.filter((call) => call.body && ![...regular].some(({ name }) => name === (call.twinOf ?? call.name)))

let world: World
beforeAll(async () => {
  world = await makeWorld()
  return () => world.close()
})

describe('every call of the contract', () => {
  const protectedCalls = everyCall.filter((call) => call.permission !== 'public')

  it.each(protectedCalls.map((call) => [call.name, call] as const))('%s refuses nobody with 401', async (_, call) => {
    expect(await unfitProblem(await send(world.app, call, { params: paramsOf(call), ids: [1], body: call.body && {} }), [401])).toEqual([])
  })

  it.each(protectedCalls.filter((call) => call.permission !== 'signed-in').map((call) => [call.name, call] as const))(
    '%s refuses those without its permission with 403, before it says what exists',
    async (_, call) => {
      for (const id of [1, 999_999]) {
        const response = await send(world.app, call, { params: paramsOf(call, id), ids: [id], body: call.body && {}, token: world.nobody })
        expect(await unfitProblem(response, [403])).toEqual([])
      }
    },
  )
})

/** Calls with a custom body name every invalid field. */
describe.each(withBody.map((call) => [call.name, call] as const))('%s', (_, call) => {
  it('names every wrong field with 422', async () => {
    const fields = call.body ?? {}
    const known = { client_id: clientId, client_secret: demoClientSecret }
    const right: Values = { ...example(fields, 7, { ...world.ids, '': [1] }), ...(fields.client_id && known) }
    const wrong: string[] = []
    for (const [name, field] of Object.entries(fields)) {
      const { [name]: _dropped, ...rest } = right
      const bodies: [string, Values][] = wrongValues(field, call.encoding).map(([why, value]) => [
        why,
        { ...showing(field, right), [name]: value },
      ])
      if (field.required) bodies.push(['missing', rest])
      for (const [why, body] of bodies) {
        const headers = call === errorLog ? { [errorLogToken]: world.root } : {}
        const token = call.member ? world.member : world.root
        const response = await send(world.app, call, { params: paramsOf(call), body, token, headers })
        const text = await response.text()
        const named = response.status === 422 && Object.keys(JSON.parse(text).fields ?? {}).some((path) => path.split('.')[0] === name)
        if (!named) wrong.push(`${name} ${why}: ${response.status} ${text.slice(0, 200)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the session', () => {
  it('says who it is, until it is ended', async () => {
    const session = await signIn(world.app, 'support')
    const response = await send(world.app, me, { token: session.token })
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(unfitReply(me.reply, body)).toEqual([])
    expect(body).toMatchObject({ user: { email: 'support@lapangan.test' }, permissions: expect.arrayContaining(['get admin', 'get crm']) })

    const ended = await send(world.app, logout, { token: session.token })
    expect(unfitReply(logout.reply, await ended.json())).toEqual([])
    expect(await unfitProblem(await send(world.app, me, { token: session.token }), [401])).toEqual([])
  })

  it('answers a forgotten password alike for all', async () => {
    const responses = await Promise.all(
      ['analyst@lapangan.test', 'no-such-person@lapangan.test'].map(async (email) => {
        const response = await send(world.app, requestForgetPassword, { body: { email } })
        return { status: response.status, body: await response.json() }
      }),
    )
    expect(responses[0]?.status).toBe(200)
    expect(responses[1]).toEqual(responses[0])
  })

  it('refuses a reset with an unknown token', async () => {
    expect(await unfitProblem(await send(world.app, validateResetPassword, { query: { token: 'unknown' } }), [400, 404, 410, 422])).toEqual(
      [],
    )
    const body = { token: 'unknown', password: 'long-enough-1', confirm_password: 'long-enough-1' }
    expect(await unfitProblem(await send(world.app, resetPassword, { body }), [400, 404, 410, 422])).toEqual([])
  })
})

describe('the outbox protocol', () => {
  it('can be probed by anybody', async () => {
    const response = await send(world.app, probe)
    expect(response.status).toBe(200)
    expect(unfitReply(probe.reply, await response.json())).toEqual([])
  })

  it('brings changes in order, page by page, up to now', async () => {
    let query: Record<string, string> = { limit: '1000' }
    const refs = new Set<string>()
    for (let more = true; more; ) {
      const response = await send(world.app, changes, { query, token: world.root })
      const body: { changes: { ref: string; row: AnyRow | null }[]; cursor: string; more: boolean } = await response.json()
      expect(unfitReply(changes.reply, body)).toEqual([])
      for (const change of body.changes) refs.add(change.ref)
      query = { limit: '1000', cursor: body.cursor }
      more = body.more
    }
    const [lead] = await rowsOf(world.app, world.root, leads)
    expect(refs).toContain(lead?.ref)
    const made = await send(world.app, sectionCall(leads, 'create'), { body: example(leads.fields, 6_001, world.ids), token: world.root })
    const { data }: { data: AnyRow } = await made.json()
    const next = await (await send(world.app, changes, { query, token: world.root })).json()
    expect(next.changes.map((change: { ref: string }) => change.ref)).toEqual([data.ref])
  })

  it.each([{ limit: '0' }, { limit: 'all' }, { limit: '1000000' }, { cursor: 'x'.repeat(300) }])('refuses %o', async (query) => {
    expect(await unfitProblem(await send(world.app, changes, { query, token: world.root }), [400, 422])).toEqual([])
  })

  it('requires a resync where the cursor is foreign', async () => {
    const response = await send(world.app, changes, { query: { cursor: 'nonsense' }, token: world.root })
    if (response.status === 200) expect(await response.json()).toMatchObject({ resync: true })
    else expect([400, 422]).toContain(response.status)
  })

  it('cancels a mutation that has not happened, and not one that has', async () => {
    const body = example(bank.fields, 6_100, world.ids)
    const create = (key: string) =>
      send(world.app, sectionCall(bank, 'create'), { body, token: world.root, headers: { [syncHeaders.key]: key } })
    const cancel = (id: string) => send(world.app, cancelMutation, { params: { id }, token: world.root })

    const never = randomUUID()
    expect(await (await cancel(never)).json()).toMatchObject({ verdict: 'cancelled' })
    const refused = await create(never)
    expect(refused.headers.get(syncHeaders.echo)).toBe(never)
    expect(await unfitProblem(refused, [422])).toEqual([])

    const done = randomUUID()
    expect((await create(done)).status).toBe(201)
    const late = await cancel(done)
    const verdict: unknown = await late.json()
    expect(unfitReply(cancelMutation.reply, verdict)).toEqual([])
    expect(verdict).toMatchObject({ status: 201 })
    expect((await rowsOf(world.app, world.root, bank, { query: `search:${String(body.account_number)}` })).length).toBe(1)
  })

  it('applies a mutation once, however often it comes', async () => {
    const key = randomUUID()
    const body = { ...example(bank.fields, 6_200, world.ids), bank_name: 'Exactly once' }
    const once = () => send(world.app, sectionCall(bank, 'create'), { body, token: world.root, headers: { [syncHeaders.key]: key } })
    const [first, second] = [await once(), await once()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect([first, second].map((response) => response.headers.get(syncHeaders.echo))).toEqual([key, key])
    expect(await second.json()).toEqual(await first.json())
    const other = await send(world.app, sectionCall(bank, 'create'), {
      body: { ...body, bank_name: 'Another' },
      token: world.root,
      headers: { [syncHeaders.key]: key },
    })
    expect(await unfitProblem(other, [422])).toEqual([])
    expect(await rowsOf(world.app, world.root, bank, { query: 'search:Exactly once' })).toHaveLength(1)
  })
})

describe('a replay', () => {
  it('returns a line for each change, and applies them', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    const entry = (ref: string, n: number) => {
      const body = JSON.stringify({ ...example(bank.fields, n, world.ids), ref })
      return { id: randomUUID(), method: 'POST', path: bank.path, body }
    }
    const response = await send(world.app, replay, { body: { entries: [entry(a, 6_300), entry(b, 6_301)] }, token: world.root })
    expect(response.status).toBe(200)
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(unfitReply(replay.reply, lines)).toEqual([])
    for (const ref of [a, b]) {
      const one = await send(world.app, sectionCall(bank, 'one'), { params: { id: ref }, token: world.root })
      expect(await one.json()).toMatchObject({ data: { ref, version: 1 } })
    }
  })
})

describe('leads', () => {
  it('change status and hands, many at once', async () => {
    const [a, b] = await rowsOf(world.app, world.root, leads, { size: '2' })
    if (!a || !b) throw new Error('no leads')
    const ids = [a.id, b.ref]
    const status = await send(world.app, leadStatus, { body: { ids, status: 'reject retention' }, token: world.root })
    expect(status.status).toBe(200)
    expect(unfitReply(leadStatus.reply, await status.json())).toEqual([])
    const sales = world.ids['user/sales']?.[0]
    const assign = await send(world.app, leadAssign, { body: { ids, sales }, token: world.root })
    expect(unfitReply(leadAssign.reply, await assign.json())).toEqual([])
    for (const { ref, version } of [a, b]) {
      const response = await send(world.app, sectionCall(leads, 'one'), { params: { id: ref }, token: world.root })
      expect(await response.json()).toMatchObject({ data: { status: 'reject retention', sales, version: version + 2 } })
    }
  })

  it('of a salesperson are their own and the unassigned', async () => {
    const { token, user } = await signIn(world.app, 'sales')
    const rows = await rowsOf(world.app, token, leads, { size: '100000' })
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row.sales))).toEqual(new Set([0, user.id]))
    const [other] = (await rowsOf(world.app, world.root, leads, { size: '100000' })).filter(
      (row) => row.sales !== 0 && row.sales !== user.id,
    )
    expect(await unfitProblem(await send(world.app, sectionCall(leads, 'one'), { params: { id: other?.id ?? 0 }, token }), [404])).toEqual(
      [],
    )
  })
})

describe('attachments', () => {
  it('are staged, added, listed, read and removed', async () => {
    const [lead] = await rowsOf(world.app, world.root, leads, { size: '1' })
    const id = lead?.ref ?? ''
    const bytes = new Uint8Array(await onePixel().arrayBuffer())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const call = { params: { sha256 }, token: world.root }
    const size = String(bytes.byteLength)
    const before: unknown = await (await send(world.app, stagedState, { ...call, query: { size } })).json()
    expect([unfitReply(stagedState.reply, before), before]).toEqual([[], { received: 0, complete: false, held: [] }])
    const piece = await send(world.app, stagePiece, { ...call, query: { size, offset: '0', digest: sha256 }, bytes })
    const staged: unknown = await piece.json()
    expect([unfitReply(stagePiece.reply, staged), staged]).toEqual([[], { received: bytes.byteLength, complete: true, held: [] }])

    const body = { file: JSON.stringify({ staged: sha256, name: 'pixel.png' }) }
    const made = await send(world.app, attach, { params: { id }, body, token: world.root })
    const response: { data: AnyRow } = await made.json()
    expect([made.status, unfitReply(attach.reply, response)]).toEqual([201, []])
    const page: { data: AnyRow[] } = await (await send(world.app, listAttachments, { params: { id }, token: world.root })).json()
    expect(unfitReply(listAttachments.reply, page)).toEqual([])
    expect(page.data).toMatchObject([{ ref: response.data.ref, kind: 'image', size: bytes.byteLength }])

    const read = await send(world.app, attachmentContent, { params: { id, attachment_id: response.data.ref }, token: world.root })
    expect([read.headers.get('content-type'), new Uint8Array(await read.arrayBuffer())]).toEqual(['image/png', bytes])
    const removed = await send(world.app, detach, { params: { id }, ids: [response.data.ref], token: world.root })
    expect(unfitReply(detach.reply, await removed.json())).toEqual([])
    expect(await (await send(world.app, listAttachments, { params: { id }, token: world.root })).json()).toMatchObject({ data: [] })
  })
})

describe('chats', () => {
  it('are read, answered and changed, with events in their shapes', async () => {
    const rooms = await rowsOf(world.app, world.root, chatPlatform, { size: '50', query: 'status:open', sort: 'last_message_at desc' })
    // By night the newest may be one that was answered, and whose customer wrote days ago.
    const ref = rooms.find(({ window_until }) => Date.parse(String(window_until)) > Date.now())?.ref ?? ''
    const call = { params: { id: ref, room_id: ref, contact: ref }, token: world.root }
    const begun: { cursor: string } = await (await send(world.app, chatEvents, call)).json()
    const content = 'Baik, Kak <b>tebal</b>'
    const sent = await send(world.app, sendMessage, { ...call, body: { room: ref, content } })
    const made: { data: AnyRow } = await sent.json()
    expect([sent.status, unfitReply(sendMessage.reply, made), made.data.content]).toEqual([201, [], content])
    const page: { messages: AnyRow[] } = await (await send(world.app, conversation, call)).json()
    expect([unfitReply(conversation.reply, page), page.messages.at(-1)?.ref]).toEqual([[], made.data.ref])
    for (const query of [broadcastHistory, ownNumbers, ...shiftCalls.filter(({ kind }) => kind === 'query')])
      expect([query.name, unfitReply(query.reply, await (await send(world.app, query, call)).json())]).toEqual([query.name, []])
    const looked = await send(world.app, chatPresence, { ...call, body: { room: ref, typing: true } })
    expect([looked.status, unfitReply(chatPresence.reply, await looked.json())]).toEqual([200, []])
    for (const change of roomChanges) {
      const body = example(change.body ?? {}, 2, { ...world.ids, '': [ref] })
      const response = await send(world.app, change, { body, token: world.root })
      const verdict: unknown = await response.json()
      expect([change.name, unfitReply(change.reply, verdict)]).toEqual([change.name, []])
      expect(verdict).toMatchObject({ success_entities: [{ ref }], failed_entities: [] })
    }
    const notified: { events: { detail_chat: AnyRow | null }[] } = await (
      await send(world.app, chatEvents, { ...call, query: { cursor: begun.cursor } })
    ).json()
    expect(unfitReply(chatEvents.reply, notified)).toEqual([])
    // The message is sent meanwhile, with an event, too.
    expect(notified.events[0]).toMatchObject({ detail_chat: { ref: made.data.ref } })
    expect(notified.events.filter(({ detail_chat }) => detail_chat === null)).toHaveLength(roomChanges.length)
  })
})

describe('for-you', () => {
  const active = () => rowsOf(world.app, world.root, forYou, { size: '100', query: 'status:ACTIVE', sort: 'sequence asc' })

  it('changes places', async () => {
    const before = (await active()).map((row) => row.id)
    const [from, to] = [before.at(-1), before[0]]
    const response = await send(world.app, sectionCall(forYou, 'swap'), { body: { from, to }, token: world.root })
    expect(response.status, await response.clone().text()).toBe(200)
    const after = (await active()).map((row) => row.id)
    expect(after[0]).toBe(from)
    expect([...after].sort()).toEqual([...before].sort())
  })

  it('hides and shows what is active', async () => {
    const [row] = await active()
    const setShown = (is_show: boolean) =>
      send(world.app, sectionCall(forYou, 'switch.is_show'), { body: { id: row?.id, is_show }, token: world.root })
    expect((await setShown(false)).status).toBe(200)
    const hidden = await rowsOf(world.app, world.root, forYou, { query: 'status:HIDDEN', size: '100' })
    expect(hidden.map((one) => one.id)).toContain(row?.id)
    expect((await setShown(true)).status).toBe(200)
    expect((await active()).map((one) => one.id)).toContain(row?.id)
  })
})
