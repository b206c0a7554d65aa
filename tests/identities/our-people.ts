/** What our people do in the histories, by calls of the API: they know who everybody is. */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { decideAccount, joinRooms, partRooms } from '#contract/chat/who.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities, roomJoins } from '#server/db/tables/identities.ts'
import type { OurNumber } from '#server/inbox/whatsapp/context.ts'
import { makePerson, type TestPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import type { Item } from './history.ts'

/** Questions of a history, at most. */
const maxQuestions = 50

const maxAttempts = 5

export class OurPeople {
  private constructor(
    private readonly world: TestPlatform,
    private readonly ask: TestRequest,
  ) {}

  static async of(world: TestPlatform): Promise<OurPeople> {
    return new OurPeople(world, requestAs(createApp(world.platform), await makePerson(world.platform, [], 'Root', true)))
  }

  /** The same at a process where others are busy with the same rooms: who is late is refused. */
  static async besideOthers(world: TestPlatform): Promise<OurPeople> {
    const people = await OurPeople.of(world)
    people.late = [404, 422]
    return people
  }

  private late: readonly number[] = []

  private get db() {
    return this.world.platform.database.db
  }

  private async put(path: string, body: Record<string, unknown>): Promise<void> {
    let { status, body: answer } = await this.ask('PUT', path, body)
    // As the console does where a deadlock was resolved.
    for (let attempt = 1; status === 503 && attempt < maxAttempts; attempt++) ({ status, body: answer } = await this.ask('PUT', path, body))
    if (status !== 200 && !this.late.includes(status))
      throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer)}`)
  }

  /** Answers the first open question at these numbers, by two people at once; false without one. */
  async decide(items: readonly Item[], numbers: readonly OurNumber[]): Promise<boolean> {
    const isOpen = and(eq(messages.note_of, 'anotherAccount'), sql`${messages.values} ->> 'decided' is null`)
    const [note] = await this.db
      .select({ ref: messages.ref, values: messages.values })
      .from(messages)
      .innerJoin(rooms, eq(rooms.id, messages.room))
      .where(and(isOpen, inArray(rooms.whatsapp_number, idsOf(numbers))))
      .orderBy(asc(messages.created_at), asc(messages.id))
      .limit(1)
    if (!note) return false
    const personOf = (account: unknown) => items.find(({ names }) => names.includes(String(account)))?.person
    const answer = personOf(note.values?.account) === personOf(note.values?.now) ? 'same' : 'other'
    const path = decideAccount.path.replace('{id}', note.ref)
    const decide = () => this.put(path, { answer })
    await Promise.all([decide(), decide()])
    return true
  }

  async decideAll(items: readonly Item[], numbers: readonly OurNumber[]): Promise<string[]> {
    for (let n = 0; n < maxQuestions; n++) if (!(await this.decide(items, numbers))) return this.findOpen(numbers)
    return ['there are always more questions']
  }

  private async findOpen(numbers: readonly OurNumber[]): Promise<string[]> {
    const isOpen = and(inArray(rooms.whatsapp_number, idsOf(numbers)), isNotNull(rooms.cut_place))
    const found = await this.db.select({ id: rooms.id }).from(rooms).where(isOpen)
    return found.map(({ id }) => `room ${id} is in question, and has no note of it`)
  }

  /** Rooms at a number with a text of each person, oldest first. */
  private async roomsByPerson(items: readonly Item[], number: OurNumber | undefined): Promise<ReadonlyMap<number, number[]>> {
    const persons = new Map(items.map(({ id, person }) => [id, person]))
    const found = await this.db
      .selectDistinct({ room: messages.room, text: messages.content })
      .from(messages)
      .innerJoin(rooms, eq(rooms.id, messages.room))
      .where(and(eq(rooms.whatsapp_number, number?.id ?? 0), eq(messages.kind, 'text'), isNull(rooms.cut_place)))
      .orderBy(asc(messages.room))
    const lists = new Map<number, number[]>()
    for (const { room, text } of found) {
      const person = persons.get(text ?? '') ?? -1
      lists.set(person, [...new Set([...(lists.get(person) ?? []), room])])
    }
    return lists
  }

  /** Joins two rooms of one person, if somebody has two without a question. */
  async join(items: readonly Item[], number: OurNumber | undefined): Promise<void> {
    for (const [one, other] of (await this.roomsByPerson(items, number)).values())
      if (one && other) return this.put(joinRooms.path, { ids: [one, other] })
  }

  /** The first two rooms of a number that are not in question. */
  async findPair(numbers: readonly OurNumber[]): Promise<[number, number] | null> {
    const isWhole = and(inArray(rooms.whatsapp_number, idsOf(numbers)), isNull(rooms.joined_into), isNull(rooms.cut_place))
    const list = await this.db.select().from(rooms).where(isWhole).orderBy(asc(rooms.id))
    const [one] = list
    const other = list.find(({ id, whatsapp_number }) => id !== one?.id && whatsapp_number === one?.whatsapp_number)
    return one && other ? [one.id, other.id] : null
  }

  async joinPair(ids: readonly [number, number]): Promise<void> {
    await this.put(joinRooms.path, { ids })
  }

  async partPair(ids: readonly [number, number]): Promise<void> {
    const isOpen = and(inArray(roomJoins.room, [...ids]), inArray(roomJoins.joined, [...ids]), isNull(roomJoins.parted_at))
    const [join] = await this.db.select().from(roomJoins).where(isOpen).orderBy(sql`id desc`).limit(1)
    await this.put(partRooms.path, { ids: [join?.room], join: join?.id })
  }

  /** Joins two rooms that are whose ever, and parts them: they are what they were, or what differs. */
  async joinAndPart(numbers: readonly OurNumber[]): Promise<string[]> {
    const pair = await this.findPair(numbers)
    if (!pair) return []
    const before = await this.describe(pair)
    await this.joinPair(pair)
    await this.partPair(pair)
    const after = await this.describe(pair)
    const unequal = before.filter((line) => !after.includes(line)).map((line) => `${line} was lost`)
    return [...unequal, ...after.filter((line) => !before.includes(line)).map((line) => `${line} is new`)].map(
      (line) => `joined and parted again, ${line}`,
    )
  }

  /** What is visible of rooms, and who is found there. */
  private async describe(ids: readonly number[]): Promise<string[]> {
    const list: AnyRow[] = []
    for (const id of ids) list.push((await this.ask('GET', `/crm/in/v1/chat-platform/${id}`)).body.data)
    const names = await this.db
      .select()
      .from(roomIdentities)
      .where(inArray(roomIdentities.room, [...ids]))
      .orderBy(asc(roomIdentities.id))
    const texts = await this.db
      .select({ room: messages.room, content: messages.content })
      .from(messages)
      .where(and(inArray(messages.room, [...ids]), eq(messages.kind, 'text')))
      .orderBy(asc(messages.room), asc(messages.created_at), asc(messages.content))
    const values = ({ version: _, updated_at: __, updated_by: ___, ...room }: AnyRow) =>
      Object.entries(room).map(([name, value]) => `${room.id} ${name} ${JSON.stringify(value)}`)
    return [
      ...list.flatMap(values),
      ...names.map(({ room, kind, value, current }) => `${room} ${kind} ${value} ${current}`),
      ...texts.map(({ room, content }) => `${room} ${content}`),
    ]
  }
}

const idsOf = (numbers: readonly OurNumber[]) => numbers.map(({ id }) => id)
