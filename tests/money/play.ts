/** Plays a history by people, and returns forbidden behaviour of the API. */
import { eq } from 'drizzle-orm'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { memberLeaves, membershipAccounts } from '#server/db/tables/members.ts'
import { formOf } from '#tests/support/form.ts'
import type { TestRequest, TestResponse } from '#tests/support/request.ts'
import type { Action, History } from './history.ts'
import type { MoneyWorld } from './world.ts'

interface Played {
  member: number
  orders: number[]
  leaves: number[]
  /** Orders of leave: a restored one starts none, so its delete is not undone completely. */
  ofLeave: Set<number>
}

/** Allowed responses: done, or refused with words. */
const fit = new Set([200, 201, 404, 412, 422])

const pickOf = (ids: readonly number[], pick: number): number | undefined => ids[pick % Math.max(1, ids.length)]

export interface Outcome {
  member: number
  problems: string[]
  /** Counts of responses by action. */
  answers: Map<string, number>
}

class Player {
  readonly problems: string[] = []
  readonly answers = new Map<string, number>()
  readonly #world: MoneyWorld
  readonly #played: Played

  constructor(world: MoneyWorld, memberId: number) {
    this.#world = world
    this.#played = { member: memberId, orders: [], leaves: [], ofLeave: new Set() }
  }

  #take(name: string, answer: TestResponse): TestResponse {
    if (!fit.has(answer.status)) this.problems.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    const given = `${name} ${answer.status}`
    this.answers.set(given, (this.answers.get(given) ?? 0) + 1)
    return answer
  }

  async ends(): Promise<string> {
    const rows = await this.#world.db
      .select()
      .from(membershipAccounts)
      .where(eq(membershipAccounts.member_id, this.#played.member))
      .orderBy(membershipAccounts.id)
    return JSON.stringify(rows.filter(({ expires_on }) => expires_on !== null).map(({ id, expires_on }) => [id, expires_on]))
  }

  async #order(ask: TestRequest, action: Action & { do: 'order' }): Promise<void> {
    const items = action.items.map(({ good, qty }) => ({ ...this.#world.goods.get(good), qty }))
    const values = {
      member_id: this.#played.member,
      items,
      promo_code: action.promo ?? undefined,
      payment_method: 'cash',
      payment_status: action.paid ? 'paid' : 'unpaid',
      note: 'Catatan',
    }
    const send = async () => {
      const { status, body } = this.#take('order', await ask('POST', transaction.path, formOf(transaction.fields, values)))
      if (status !== 201) return
      this.#played.orders.push(body.data.id)
      if (action.items.some(({ good }) => good === 'cuti')) this.#played.ofLeave.add(body.data.id)
    }
    await Promise.all(action.twice ? [send(), send()] : [send()])
  }

  async #pay(ask: TestRequest, id: number, payment_status: string): Promise<void> {
    const form = formOf(payBody, { payment_status })
    this.#take(payment_status, await ask('PUT', `${transaction.path}/${id}/payment-status`, form))
  }

  /** Percent of what the order cost; more than is left is refused. */
  async #amount(id: number, share: number): Promise<number> {
    const [row] = await this.#world.db.select({ total: orders.total }).from(orders).where(eq(orders.id, id))
    return Math.max(1, Math.floor(((row?.total ?? 0) * share) / 100))
  }

  async #refund(ask: TestRequest, id: number, share: number): Promise<void> {
    const body = { amount: await this.#amount(id, share), reason: 'Dikembalikan' }
    this.#take('refund', await ask('POST', `${transaction.path}/${id}/refunds`, body))
  }

  async #cancelWithRefund(ask: TestRequest, id: number, share: number): Promise<void> {
    const values = { payment_status: 'cancel', note: 'Batal', refund: await this.#amount(id, share) }
    this.#take('cancel and refund', await ask('PUT', `${transaction.path}/${id}/payment-status`, formOf(payBody, values)))
  }

  async #remove(ask: TestRequest, id: number): Promise<boolean> {
    const { body } = this.#take('delete', await ask('DELETE', transaction.path, { ids: [id] }))
    return (body.success_entities ?? []).length > 0
  }

  #restore = async (ask: TestRequest, id: number) =>
    this.#take('restore', await ask('PUT', `${transaction.path}/trashed/${id}/restore`)).status === 200

  async #leave(ask: TestRequest, product: string, start: number, days: number): Promise<number | null> {
    const { today } = this.#world
    const values = { member_id: this.#played.member, product, start: addDays(today, start), end: addDays(today, start + days - 1) }
    const { status, body } = this.#take('leave', await ask('POST', memberCuti.path, values))
    if (status !== 201) return null
    this.#played.leaves.push(body.data.id)
    return body.data.id
  }

  async #move(ask: TestRequest, id: number, start: number, days: number): Promise<void> {
    const { db, today } = this.#world
    const [row] = await db.select().from(memberLeaves).where(eq(memberLeaves.id, id))
    if (!row) return
    // A running one keeps its first day.
    const first = row.start > today ? addDays(today, start) : row.start
    const last = row.start > today ? addDays(first, days - 1) : addDays(today, start % 20)
    const values = { member_id: row.member_id, product: row.product, start: first, end: last, reason: 'Berubah' }
    this.#take('move leave', await ask('PUT', `${memberCuti.path}/update/${id}`, values))
  }

  async do(ask: TestRequest, action: Action, isAlone: boolean): Promise<void> {
    const { orders: made, leaves, member: of } = this.#played
    if (action.do === 'order') return this.#order(ask, action)
    if (action.do === 'leave') return void (await this.#leave(ask, action.product, action.start, action.days))
    if (action.do === 'correct') {
      const body = { product: action.product, type: 'Regular', expires_on: addDays(this.#world.today, action.days), reason: 'Koreksi' }
      return void this.#take('correct', await ask('PUT', `${member.path}/${of}/memberships`, body))
    }
    if (action.do === 'leave and stop') {
      const before = await this.ends()
      const id = await this.#leave(ask, 'EMT', 1 + (action.pick % 9), 5)
      if (id === null) return
      this.#take('stop', await ask('GET', `${memberCuti.path}/${id}/stop`))
      if (isAlone) this.#same('leave and stop', before, await this.ends())
      return
    }
    const id = pickOf(action.do === 'move leave' || action.do === 'stop' ? leaves : made, action.pick)
    if (id === undefined) return
    if (action.do === 'move leave') return this.#move(ask, id, action.start, action.days)
    if (action.do === 'stop') return void this.#take('stop', await ask('GET', `${memberCuti.path}/${id}/stop`))
    if (action.do === 'refund') return this.#refund(ask, id, action.share)
    if (action.do === 'cancel and refund') return this.#cancelWithRefund(ask, id, action.share)
    if (action.do === 'pay') return this.#pay(ask, id, 'paid')
    if (action.do === 'cancel') return this.#pay(ask, id, 'cancel')
    if (action.do === 'delete') return void (await this.#remove(ask, id))
    if (action.do === 'restore') return void (await this.#restore(ask, id))
    const before = await this.ends()
    if (!(await this.#remove(ask, id)) || !(await this.#restore(ask, id))) return
    if (isAlone && !this.#played.ofLeave.has(id)) this.#same('delete and restore', before, await this.ends())
  }

  #same(name: string, before: string, after: string): void {
    if (before !== after) this.problems.push(`${name} changed the ends (I6): ${before} became ${after}`)
  }
}

/** `n`: number of its member. */
export async function play(world: MoneyWorld, n: number, { steps }: History): Promise<Outcome> {
  const id = await world.makeMember(n)
  const player = new Player(world, id)
  for (const { actions, days } of steps) {
    await Promise.all(
      actions.map((action, hand) => {
        const ask = world.people[hand]
        return ask ? player.do(ask, action, actions.length === 1) : undefined
      }),
    )
    if (days) await world.wait(id, days)
  }
  return { member: id, problems: player.problems, answers: player.answers }
}
