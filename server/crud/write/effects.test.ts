import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { tagManager } from '#contract/sections/other/tag-manager.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { createApp } from '#server/app.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { bankApi } from '#server/sections/settings/bank.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import type { Announced } from '../rules.ts'
import { subscribe, whenChanged } from './effects.ts'
import { changeBecause } from './write.ts'

const input = { bank_name: 'BCA', account_number: '1000000', account_holder: 'PT Lapangan', bank_branch: 'Sudirman', is_active: true }
const follower = 'test of effects'

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
})
afterEach(() => subscribe(follower, []))
afterAll(() => test.close())

const create = async () => (await ask('POST', bank.path, input)).body.data
const update = (id: number, values: Record<string, unknown>) =>
  ask('PUT', `${bank.path}/${id}`, values, { 'Update-Mask': Object.keys(values).join() })

it('a reaction runs for its fields, with values before and after', async () => {
  const seen: Announced[] = []
  subscribe(follower, [whenChanged(bank, ['bank_branch'], async (effects) => void seen.push(...effects))])
  const { id } = await create()
  await update(id, { bank_name: 'BNI' })
  await update(id, { bank_branch: 'Thamrin' })
  await ask('DELETE', bank.path, { ids: [id] })
  expect(seen.map(({ changes }) => changes.bank_branch)).toEqual([
    [null, 'Sudirman'],
    ['Sudirman', 'Thamrin'],
    ['Thamrin', null],
  ])
})

it('a reaction is in the transaction of the change: a refusal rolls back both', async () => {
  subscribe(follower, [
    whenChanged(bank, ['is_active'], async (effects) => {
      for (const effect of effects) await changeBecause(bankApi.shape, effect, effect.after?.id ?? 0, { bank_name: 'changed too' })
      throw new ApiError('invalid', 'Not today')
    }),
  ])
  expect(await ask('POST', bank.path, input)).toMatchObject({ status: 422, body: { message: 'Not today' } })
  expect((await ask('GET', `${bank.path}?query=search:changed too`)).body.total_record).toBe(0)
})

it('a reaction writes through the engine, with version and history, and chains end', async () => {
  subscribe(follower, [
    whenChanged(bank, ['account_number'], async (effects) => {
      for (const effect of effects) {
        const next = Number(effect.after?.account_number) + 1
        await changeBecause(bankApi.shape, effect, effect.after?.id ?? 0, { account_number: String(next) })
      }
    }),
  ])
  const { id, version } = await create()
  const { body } = await ask('GET', `${bank.path}/${id}`)
  expect([body.data.account_number, body.data.version - version]).toEqual(['1000003', 3])
  const history = await ask('GET', `${bank.path}/${id}/history`)
  expect(history.body.data[0].changes).toEqual({ account_number: ['1000002', '1000003'] })
})

it('a subscription replaces an earlier one of the same name', async () => {
  let ran = 0
  const count = async () => {
    ran += 1
  }
  subscribe(follower, [whenChanged(bank, ['bank_name'], count), whenChanged(tagManager, ['name'], count)])
  subscribe(follower, [whenChanged(bank, ['bank_name'], count)])
  await create()
  expect(ran).toBe(1)
})
