/** The door of an event on two devices without a network (docs/product/events.md#the-door). */
import type { AnyRow } from '#contract/kit/section/section.ts'
import { event } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import type { Client } from '#tests/support/client.ts'
import { nothingWaits } from './device.ts'
import { openDoorOf, scan } from './door-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectFitsPhones, waitUntilSettled } from './screens.ts'

async function ticketOf(client: Client, id: number): Promise<string> {
  const { code }: { code: string } = await (await client.fetch(`${participant.path}/${id}/ticket`)).json()
  return code
}

test('two devices without a network admit one ticket, learn of each other, and attendance is once in the export', async ({
  device,
  network,
  as,
}) => {
  const root = await as('root')
  const registered = (id: number) => root.list(participant.path, { query: `event_id:${id},state:registered`, size: '4', sort: 'id asc' })
  const [rini, budi, sari] = (await registered(4)).data
  const [stranger] = (await registered(2)).data
  const [party] = (await root.list(event.path, { query: 'id:4' })).data.filter(({ id }) => id === 4)
  if (!rini || !budi || !sari || !stranger || !party) throw new Error('the demo has no crowd')
  const tickets = { rini: await ticketOf(root, rini.id), budi: await ticketOf(root, budi.id), other: await ticketOf(root, stranger.id) }
  const forged = `${tickets.budi.slice(0, 60)}${tickets.budi[60] === 'A' ? 'B' : 'A'}${tickets.budi.slice(61)}`

  const [left, right] = [await device(root, phone), await device(root, phone)]
  const one = await openDoorOf(left, party.ref, 'Utara')
  const two = await openDoorOf(right, party.ref, 'Selatan')
  await expect(one.locator('[data-inside]')).toHaveText('0 of 9 in')
  await expectAccessible(one, 'the door')
  await expectFitsPhones(one, 'the door')

  await network.set({ as: 'drop' })
  // The browser is started again without a network: the list and the gate are there.
  await two.reload()
  await waitUntilSettled(two)
  await expect(two.getByLabel('Gate')).toHaveValue('Selatan')

  await scan(one, forged, 'unsigned')
  // Ready again at once after a wrong code.
  await scan(one, tickets.other, 'wrongEvent')
  await scan(one, tickets.rini, 'in')
  await expect(one.locator('[data-inside]')).toHaveText('1 of 9 in')
  await scan(two, tickets.rini, 'in')
  await scan(two, tickets.budi, 'in')
  await scan(one, 'halo halo bandung', 'unknown')
  await scan(one, tickets.rini, 'already')
  await expect(one.locator('[data-answer]')).toContainText('Utara')

  // By name, with a typing error, and taken back.
  const name = String(sari.name)
  await one.getByLabel('Ticket, name or phone').fill(name.slice(0, -1))
  await one.getByRole('button', { name: new RegExp(name) }).click()
  await expect(one.locator('[data-answer]')).toHaveAttribute('data-answer', 'in')
  await expect(one.locator('[data-inside]')).toHaveText('2 of 9 in')
  await one.getByRole('button', { name: `Undo ${name}` }).click()
  await expect(one.locator('[data-inside]')).toHaveText('1 of 9 in')

  await network.set({ as: 'pass' })
  for (const page of [one, two]) {
    await page.bringToFront()
    await nothingWaits(page)
    await expect(page.locator('[data-doubles]')).toContainText(String(rini.name))
    await expect(page.locator('[data-doubles]')).toContainText('Utara')
    await expect(page.locator('[data-doubles]')).toContainText('Selatan')
    await expect(page.locator('[data-inside]')).toHaveText('2 of 9 in')
  }

  // Whoever looks at the participant sees both, and the export has them once.
  await two.goto(`/participant/edit/${rini.ref}`)
  await expect(two.getByText('Admitted 2 times')).toBeVisible()
  await expect(two.getByText('Utara')).toBeVisible()
  const file = await root.fetch(`${participant.path}/${party.id}/export?format=csv`)
  const lines = (await file.text()).split('\n')
  const of = (person: AnyRow) => lines.filter((line) => line.includes(String(person.phone)))
  expect(of(rini)).toHaveLength(1)
  expect(of(rini)[0]).toContain('Yes')
  expect(of(budi)[0]).toContain('Yes')
  expect(of(sari)[0]).toContain('No')
})

test('a door without a camera, or with one that is not allowed, says what to do instead', async ({ open, as }) => {
  const root = await as('root')
  const [first] = (await root.list(event.path, { query: 'status:coming', size: '1' })).data
  const page = await open('root', phone)
  await page.addInitScript(() => {
    const media = { getUserMedia: () => Promise.reject(new DOMException('no', sessionStorage.getItem('trouble') ?? 'NotFoundError')) }
    Object.defineProperty(navigator, 'mediaDevices', { value: media })
  })
  await page.goto(`/event/door/${first?.ref}`)
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByText('This device has no camera.')).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('trouble', 'NotAllowedError'))
  await page.getByRole('button', { name: 'Try the camera again' }).click()
  await expect(page.getByText('The camera is not allowed.')).toBeVisible()
})
