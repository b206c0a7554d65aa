import { afterAll, expect, it } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { makeEventWorld } from '#tests/support/events.ts'
import type { Application } from './application.ts'
import { takePlaces } from './take-places.ts'

const world = await makeEventWorld()
afterAll(() => world.close())

const application = (name: string, more: Partial<Application> = {}): Application => {
  const { phone, email } = world.someone()
  return {
    ...{ name, phone: phone.replace(/\D/g, '').replace(/^0/, '62'), email, answers: [], ref: uuidv7() },
    ...{ language: 'id', waits: false, address: '10.0.0.1', ...more },
  }
}

const take = (event: number, people: readonly Application[]) =>
  world.platform.database.transaction((tx) => takePlaces(world.platform, tx, event, people))

it('people who come at once are answered as if they had come one after another', async () => {
  const event = await world.makeEvent({ quota: 3 })
  const [first, other] = [application('Pertama'), application('Lain')]
  const [made] = await take(event.id, [first])
  expect(made).toBe('done')
  const results = await take(event.id, [
    other,
    { ...application('Form yang sama'), ref: other.ref },
    other,
    { ...application('Telepon yang sama'), phone: first.phone },
    application('Kursi terakhir'),
    application('Terlambat'),
    application('Menunggu', { waits: true }),
  ])
  expect(results).toEqual(['done', 'again', 'done', 'known', 'done', 'full', 'done'])
  expect((await world.participantsOf(event.id)).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Pertama registered',
    'Lain registered',
    'Kursi terakhir registered',
    'Menunggu waiting',
  ])
  expect(await world.eventOf(event.id)).toMatchObject({ taken: 3, offered: 0 })
})

it('who cancelled comes back with the others, and the address they had is free for the next', async () => {
  const event = await world.makeEvent({ quota: 2 })
  const former = await world.register(event.path)
  await world.send(former.own, { action: 'cancel' })
  const [row] = await world.participantsOf(event.id)
  const back = application('Kembali', { phone: row?.phone ?? '' })
  const next = application('Berikut', { email: row?.email ?? '' })
  expect(await take(event.id, [back, next, { ...back, ref: uuidv7() }])).toEqual(['done', 'done', 'full'])
  expect((await world.participantsOf(event.id)).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Kembali registered',
    'Berikut registered',
  ])
  expect(await world.eventOf(event.id)).toMatchObject({ taken: 2, offered: 0 })
})
