import { describe, expect, it } from 'vitest'
import { mayRate, medianOf, minutesBetween, questionsOf, type Said } from './questions.ts'

const at = (time: string) => `2026-11-20T${time}:00+07:00`
const said = (...list: [Said['is'], string][]): Said[] => list.map(([is, time]) => ({ is, at: at(time) }))

describe('questions', () => {
  it('start with the first unanswered message, and end with an answer or the chat', () => {
    const asked = questionsOf(said(['member', '09:00'], ['member', '09:05'], ['answer', '09:20'], ['member', '09:21'], ['end', '10:00']))
    expect(asked).toEqual([
      { asked_at: at('09:00'), answered_at: at('09:20') },
      { asked_at: at('09:21'), answered_at: null },
    ])
    expect(asked.flatMap(({ asked_at, answered_at }) => (answered_at ? [minutesBetween(asked_at, answered_at)] : []))).toEqual([20])
  })

  it('are answered once, whatever follows', () => {
    expect(questionsOf(said(['answer', '08:00'], ['member', '09:00'], ['answer', '09:10'], ['answer', '09:30']))).toEqual([
      { asked_at: at('09:00'), answered_at: at('09:10') },
    ])
  })
})

it.each([
  [[], null],
  [[7], 7],
  [[9, 1], 5],
  [[3, 100, 1], 3],
])('the median of %j is %j', (values, median) => expect(medianOf(values)).toBe(median))

describe('a rating', () => {
  it('is possible after an answer, up to 72 hours after the end', () => {
    const ended_at = '2026-11-20T10:00:00+07:00'
    expect(mayRate({ answered: false, ended_at: null }, ended_at)).toBe(false)
    expect(mayRate({ answered: true, ended_at: null }, ended_at)).toBe(true)
    expect(mayRate({ answered: true, ended_at }, '2026-11-23T10:00:00+07:00')).toBe(true)
    expect(mayRate({ answered: true, ended_at }, '2026-11-23T10:00:01+07:00')).toBe(false)
  })
})
