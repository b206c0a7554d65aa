/** Plays a history against the API, and returns what must not be. */
import { eq, sql } from 'drizzle-orm'
import { event as section } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { formToken } from '#server/content/page/form-token.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { ownPath } from '#server/sections/product/event/links.ts'
import { endOffer } from '#server/sections/product/event/offers.ts'
import { formName } from '#server/sections/product/event-page/form.ts'
import { expireOrder } from '#server/sections/sales/due.ts'
import type { EventWorld } from '#tests/support/events.ts'
import { formOf } from '#tests/support/form.ts'
import type { Action, History } from './history.ts'

/** Done, or refused with words. */
const fit = new Set([200, 201, 303, 404, 412, 422])

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]

export interface Outcome {
  problems: string[]
  /** Counts of responses by action. */
  answers: Map<string, number>
}

interface Registered {
  form: Record<string, string>
  own: string | null
}

class Player {
  readonly problems: string[] = []
  readonly answers = new Map<string, number>()
  readonly #world: EventWorld
  readonly #event: { id: number; path: string }
  readonly #registered: Registered[] = []
  readonly #orders: number[] = []
  readonly #deleted: number[] = []

  constructor(world: EventWorld, event: { id: number; path: string }) {
    this.#world = world
    this.#event = event
  }

  #take(name: string, status: number): void {
    if (!fit.has(status)) this.problems.push(`${name}: ${status}`)
    this.answers.set(`${name} ${status}`, (this.answers.get(`${name} ${status}`) ?? 0) + 1)
  }

  async #register(form: Record<string, string>, times: number): Promise<void> {
    const { send, ownOf } = this.#world
    const answers = await Promise.all(Array.from({ length: times }, () => send(this.#event.path, form)))
    for (const { status } of answers) this.#take('register', status)
    this.#registered.push({ form, own: (await ownOf(form.email ?? '')) || null })
  }

  #form(fields: Record<string, string>): Record<string, string> {
    return { ...fields, token: formToken(this.#world.platform, formName(this.#event.id)) }
  }

  async #order({ paid, pick }: { paid: boolean; pick: number }): Promise<void> {
    const { ask, someone } = this.#world
    const known = pickOf(this.#registered, pick)
    const { name = '', phone = '', email = '' } = known && pick % 3 === 0 ? known.form : someone()
    const body = {
      customer: { name, phone, email },
      items: [{ category: 'event', product_id: this.#event.id, qty: 1 }],
      ...{ payment_method: 'cash', payment_status: paid ? 'paid' : 'unpaid', note: 'Catatan' },
    }
    const answer = await ask('POST', transaction.path, formOf(transaction.fields, body))
    this.#take('order', answer.status)
    if (answer.status === 201) this.#orders.push(answer.body.data.id)
  }

  async #withOrder(action: Action['do'], id: number): Promise<number> {
    const { ask, platform, db } = this.#world
    if (action === 'pay' || action === 'cancel order') {
      const payment_status = action === 'pay' ? 'paid' : 'cancel'
      return (await ask('PUT', `${transaction.path}/${id}/payment-status`, formOf(payBody, { payment_status }))).status
    }
    if (action === 'delete order') this.#deleted.push(id)
    if (action === 'delete order') return (await ask('DELETE', transaction.path, { ids: [id] })).status
    if (action === 'restore order') return (await ask('PUT', `${transaction.path}/trashed/${id}/restore`)).status
    await db.update(orders).set({ due_at: sql`now() - interval '1 minute'` }).where(eq(orders.id, id))
    await platform.database.transaction((tx) => expireOrder(platform, tx, id))
    return 200
  }

  async #expireOffer(pick: number): Promise<void> {
    const { db, platform } = this.#world
    const list = await this.#world.participantsOf(this.#event.id)
    const offer = pickOf(
      list.filter(({ state, order_id }) => state === 'offered' && order_id === null),
      pick,
    )
    if (!offer) return
    await db.update(eventParticipants).set({ offered_until: sql`now() - interval '1 second'` }).where(eq(eventParticipants.id, offer.id))
    await platform.database.transaction((tx) => endOffer(platform, tx, offer))
    this.#take('expire offer', 200)
  }

  /** People of the office leave alone what belongs to an order. */
  async #office({ call, pick }: { call: 'cancel' | 'register' | 'offer' | 'delete'; pick: number }): Promise<void> {
    const { ask, participantsOf } = this.#world
    const free = (await participantsOf(this.#event.id)).filter(({ order_id }) => order_id === null)
    const chosen = pickOf(free, pick)
    if (!chosen) return
    if (call === 'delete') return this.#take('delete', (await ask('DELETE', participant.path, { ids: [chosen.id] })).status)
    this.#take(call, (await ask('PUT', `${participant.path}/${chosen.id}/${call}`)).status)
  }

  async do(action: Action): Promise<void> {
    const { ask, send, someone, participantsOf, platform } = this.#world
    const { id } = this.#event
    switch (action.do) {
      case 'register':
        return this.#register(this.#form({ ...someone(), ...(action.waits && { wait: 'yes' }) }), action.twice ? 2 : 1)
      case 'come back': {
        const known = pickOf(this.#registered, action.pick)
        return known && this.#register(this.#form({ ...known.form, wait: 'yes' }), 1)
      }
      case 'cancel own': {
        const own = pickOf(
          this.#registered.flatMap((each) => each.own ?? []),
          action.pick,
        )
        if (own) this.#take('cancel own', (await send(own, { action: 'cancel' })).status)
        return
      }
      case 'accept': {
        const offered = (await participantsOf(id)).filter(({ state, order_id }) => state === 'offered' && order_id === null)
        const chosen = pickOf(offered, action.pick)
        if (chosen) this.#take('accept', (await send(ownPath(platform, chosen), { action: 'accept' })).status)
        return
      }
      case 'add':
        return this.#take('add', (await ask('POST', participant.path, { event_id: id, name: 'Tamu', phone: someone().phone })).status)
      case 'office':
        return this.#office(action)
      case 'delete':
        return this.#office({ call: 'delete', pick: action.pick })
      case 'expire offer':
        return this.#expireOffer(action.pick)
      case 'order':
        return this.#order(action)
      case 'quota': {
        const { status } = await ask('PUT', `${section.path}/${id}`, { quota: action.quota }, { 'update-mask': 'quota' })
        return this.#take('quota', status)
      }
      default: {
        const order = pickOf(action.do === 'restore order' ? this.#deleted : this.#orders, action.pick)
        if (order !== undefined) this.#take(action.do, await this.#withOrder(action.do, order))
      }
    }
  }
}

/** I6: seats are those of the states, and no more than the quota; nobody waits for a free one; a seat and its order agree. */
async function brokenIn({ db }: EventWorld, id: number): Promise<string[]> {
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select case when taken <> registered then 'taken ' || taken || ' of ' || registered end as taken,
      case when event.offered <> states.offered then 'offered ' || event.offered || ' of ' || states.offered end as offered,
      case when event.taken + event.offered > quota then 'over the quota of ' || quota end as quota,
      case when waiting > 0 and (quota is null or event.taken + event.offered < quota) then waiting || ' wait for a free seat' end as free,
      case when wrong > 0 then wrong || ' seats differ from their orders' end as orders
    from ${events} as event, lateral (
      select count(*) filter (where state = 'registered') as registered, count(*) filter (where state = 'offered') as offered,
        count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state in ('registered', 'offered') and order_id is not null and (state = 'registered') is distinct from
          (case when orders.deleted_at is not null then null else case payment_status when 'paid' then true when 'unpaid' then false end end)) as wrong
      from ${eventParticipants} as seat left join ${orders} as orders on orders.id = seat.order_id where seat.event_id = event.id
    ) as states where event.id = ${id}`)
  return Object.values(rows[0] ?? { missing: 'the event is gone' }).filter((problem) => problem !== null)
}

export async function play(world: EventWorld, { isPaid, quota, steps }: History): Promise<Outcome> {
  const made = await world.makeEvent({ quota, ...(isPaid && { fee_type: 'paid', price: 350_000 }) })
  const player = new Player(world, made)
  for (const [at, actions] of steps.entries()) {
    await Promise.all(actions.map((action) => player.do(action)))
    const broken = await brokenIn(world, made.id)
    if (broken.length)
      player.problems.push(`step ${at} (${actions.map((action) => JSON.stringify(action)).join(', ')}): ${broken.join(', ')}`)
    if (player.problems.length) break
  }
  return { problems: player.problems, answers: player.answers }
}
