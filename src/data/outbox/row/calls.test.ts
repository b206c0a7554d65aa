import { describe, expect, test } from 'vitest'
import { fieldsOfAll, findCall } from './calls.ts'

const found = async (section: string, name: string) => {
  const result = await findCall(section, name)
  return result && [result.call.name, result.section.name]
}

describe('findCall', () => {
  test('finds calls of a section and of its trash', async () => {
    expect(await found('bank', 'bank.update')).toEqual(['bank.update', 'bank'])
    expect(await found('post', 'post.restore')).toEqual(['post.restore', 'post'])
  })

  test.for([
    ['leads', 'leads.status', 'leads'],
    ['lead-attachments', 'lead-attachments.create', 'leads'],
    ['chat-messages', 'chat-messages.create', 'chat-platform'],
    ['chat-messages', 'chat-messages.account', 'chat-platform'],
    ['chat-platform', 'chat-platform.status', 'chat-platform'],
    ['chat-platform', 'chat-platform.join', 'chat-platform'],
    ['chat-platform', 'chat-platform.part', 'chat-platform'],
    ['tanya-saham-messages', 'tanya-saham-messages.create', 'tanya-saham'],
  ] as const)('finds a call written by hand: %s', async ([section, name, owner]) => {
    expect(await found(section, name)).toEqual([name, owner])
  })

  test('finds the regular calls of a section that has some written by hand', async () => {
    expect(await found('leads', 'leads.update')).toEqual(['leads.update', 'leads'])
  })

  test('finds nothing that is no call, is of another section or is not known', async () => {
    expect(await findCall('leads', 'leads')).toBeNull()
    expect(await findCall('lead-attachments', 'leads.update')).toBeNull()
    expect(await findCall('bank', 'bank.unknown')).toBeNull()
    expect(await findCall('unknown', 'unknown.update')).toBeNull()
    expect(await findCall('toString', 'toString')).toBeNull()
  })
})

test('fieldsOfAll has the fields of every section once, and none of a section that is not known', async () => {
  const fields = await fieldsOfAll(['bank', 'unknown', 'bank'])
  expect([...fields.keys()]).toEqual(['bank', 'unknown'])
  expect(fields.get('bank')).toHaveProperty('account_number')
  expect(fields.get('unknown')).toEqual({})
})
