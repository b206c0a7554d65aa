import { expect, test } from 'vitest'
import { currentAction } from './current-action.ts'

test('a row that an earlier console stored has the action by its present name', () => {
  expect(['status', 'update', 'constructor'].map(currentAction)).toEqual(['bulkUpdate', 'update', 'constructor'])
})
