import { expect, it } from 'vitest'
import { measureJson } from './json-size.ts'

it.each([
  ['', 0, 0],
  ['[1, "a:b", "c\\":[d", "\\\\", true]', 0, 1],
  ['{"a": 1, "b:c": {"\\"": ":"}, "d": [{"e": null}, {"e": "\\\\"}]}', 6, 3],
  ['[[], [], [[]]]', 0, 3],
  ['{"a', 0, 1],
])('the keys and depth of %j are measured, and signs within texts are none', (text, keys, depth) => {
  expect(measureJson(text)).toEqual({ keys, depth })
})
