/** Random lives of customers, and the webhook items that they make (docs/product/identity.md). */
import { type Random, seeded } from '../chaos/random.ts'

/** What the model knows, and no item says. */
export interface Item {
  /** Provider's id. */
  id: string
  /** The person who did it. */
  person: number
  /** Which of our two numbers it came to. */
  number: 0 | 1
  /** Ids of the person that it carries. */
  names: readonly string[]
  /** `decide` and `join` are what our people do then: they answer a question, or join two rooms of one person, by what is true. */
  kind: 'text' | 'change' | 'decide' | 'join'
  message: Record<string, unknown>
  contact?: Record<string, unknown>
  /** What tells that a number, or an account, is another's now: without it nobody could know. */
  isProof?: true
  /** Nothing of before may come after it: WhatsApp hands on a number months later. */
  isBarrier?: true
  /** Of the items between two barriers, which may come in any order. */
  run?: number
}

export interface History {
  seed: number
  /** Items in the order in which they come; some twice. */
  items: Item[]
}

interface Life {
  person: number
  phone: string
  bsuid: string
  username: string | null
  isHidden: boolean
  /** Numbers of ours that the person wrote to. */
  wrote: Set<0 | 1>
  /** Where a number that somebody else had was shown with the account; null for a number of their own. */
  shown: Set<0 | 1> | null
  isGone: boolean
}

const start = 1_790_000_000
const names = ['joko', 'siti', 'budi']

export function makeHistory(seed: number): History {
  const random = seeded(seed)
  const below = (limit: number) => random.integer(0, limit - 1)
  const chance = (percent: number) => below(100) < percent
  const lives: Life[] = []
  const items: Item[] = []
  let clock = start + below(1000)
  let made = 0
  const mark = (seed >>> 0).toString(36)
  const freePhones: string[] = []
  const next = () => `${mark}${made++}`

  function bear(): Life {
    const phone = chance(75) ? (freePhones.shift() ?? null) : null
    if (phone !== null) barrier()
    const life: Life = {
      ...{
        person: lives.length,
        phone: phone ?? `628${String(10_000_000 + ((seed * 7919 + made++) % 89_999_999))}`,
        bsuid: `ID.${next()}`,
      },
      ...{
        username: chance(50) ? (names[below(names.length)] ?? null) : null,
        isHidden: phone === null && chance(40),
        wrote: new Set<0 | 1>(),
        shown: phone === null ? null : new Set<0 | 1>(),
        isGone: false,
      },
    }
    lives.push(life)
    // The person who gets a number shows it first: else nobody could know that it was handed on.
    if (phone !== null) write(life, 0, true)
    return life
  }

  function barrier(): void {
    const last = items.at(-1)
    if (last) last.isBarrier = true
  }

  function write(life: Life, number: 0 | 1, isShown: boolean, isAnew = false): void {
    clock += 1 + below(90)
    const id = `wamid.${next()}`
    const from = isShown ? { from: life.phone } : {}
    // Traffic of before user ids; not where nothing tells that the number was handed on.
    const isOld = isShown && chance(12) && life.wrote.has(number) && (life.shown?.has(number) ?? true)
    const isProof = isAnew || (isShown && life.shown?.has(number) === false)
    if (isShown) life.shown?.add(number)
    const profile = { name: `Person ${life.person}`, ...(life.username && { username: life.username }) }
    life.wrote.add(number)
    items.push({
      ...{ id, person: life.person, number, kind: 'text', names: [...(isShown ? [life.phone] : []), ...(isOld ? [] : [life.bsuid])] },
      message: { ...from, ...(!isOld && { from_user_id: life.bsuid }), id, timestamp: String(clock), type: 'text', text: { body: id } },
      contact: { profile, ...(isShown && { wa_id: life.phone }), ...(!isOld && { user_id: life.bsuid }) },
      ...(isProof && { isProof }),
    })
  }

  /** An account made anew under the same number, which nothing tells; it shows its number first, else nobody could know of it. */
  function startAnew(life: Life): void {
    if (life.isHidden || life.wrote.size !== 1 || !life.wrote.has(0)) return
    barrier()
    life.bsuid = `ID.${next()}`
    life.wrote.clear()
    write(life, 0, true, true)
    barrier()
  }

  function act(kind: 'decide' | 'join'): void {
    items.push({ id: `${kind} ${next()}`, person: -1, number: chance(75) ? 0 : 1, kind, names: [], message: {} })
  }

  /** A changed number makes the user id anew; each number of ours that knows the person is told, or not. */
  function change(life: Life): void {
    clock += 1 + below(90)
    const before = { phone: life.phone, bsuid: life.bsuid }
    life.phone = `628${String(10_000_000 + ((seed * 7919 + made++) % 89_999_999))}`
    life.bsuid = `ID.${next()}`
    life.shown = null
    for (const number of life.wrote) {
      const id = `wamid.${next()}`
      const isTold = !life.isHidden
      const system = isTold
        ? { type: 'user_changed_number', wa_id: life.phone, user_id: life.bsuid, previous_user_id: before.bsuid }
        : { type: 'user_changed_user_id', user_id: life.bsuid, previous_user_id: before.bsuid }
      const message = { ...(isTold && { from: before.phone }), id, timestamp: String(clock), type: 'system', system }
      const named = [before.bsuid, life.bsuid, ...(isTold ? [before.phone, life.phone] : [])]
      // One in twelve is lost.
      if (!chance(8)) items.push({ id, person: life.person, number, kind: 'change', names: named, message })
    }
    if (chance(50) && life.wrote.size > 0 && !life.isHidden) freePhones.push(before.phone)
  }

  for (let n = 0; n < 2 + below(2); n++) bear()
  const steps = 6 + below(20)
  for (let step = 0; step < steps; step++) {
    const living = lives.filter(({ isGone }) => !isGone)
    const life = living[below(living.length)]
    const roll = below(100)
    if (!life || roll < 14) bear()
    else if (roll < 58) write(life, chance(75) ? 0 : 1, !life.isHidden && !chance(15))
    else if (roll < 72) change(life)
    else if (roll < 77) life.isHidden = !life.isHidden
    else if (roll < 83) act(chance(60) ? 'decide' : 'join')
    else if (roll < 88) startAnew(life)
    else if (roll < 94) life.username = chance(40) ? null : (names[below(names.length)] ?? null)
    // Somebody leaves without a word, and another one gets the number: nothing tells it but the other account.
    else if (
      life.wrote.size &&
      !life.isHidden &&
      items.some(({ person, names: own }) => person === life.person && own.includes(life.phone) && own.includes(life.bsuid))
    ) {
      life.isGone = true
      freePhones.push(life.phone)
    }
  }
  return { seed, items: disturb(items, random) }
}

/** Items change places with near ones, and some come twice. */
function disturb(items: readonly Item[], random: Random): Item[] {
  const runs: Item[][] = [[]]
  for (const item of items) {
    runs.at(-1)?.push(item)
    if (item.isBarrier) runs.push([])
  }
  return runs.flatMap((run, number) => {
    const list = run.map((item, at) => ({ item: { ...item, run: number }, at: at + random.integer(0, 4) }))
    const doubled = list.filter(() => random.chance(0.1)).map(({ item, at }) => ({ item, at: at + random.integer(0, 5) }))
    return [...list, ...doubled].sort((a, b) => a.at - b.at).map(({ item }) => item)
  })
}
