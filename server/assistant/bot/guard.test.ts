import { expect, it } from 'vitest'
import { guardedTopic } from './guard.ts'
import { guardedSentences, harmlessSentences, laterGuardedSentences, laterHarmlessSentences } from './guard-sentences.ts'

/** Every second sentence was held out during tuning. */
const halves = [0, 1] as const
const inHalf = (half: number) => (_: unknown, at: number) => at % 2 === half

it('the guard is tested with 150 sentences, equally many of each side', () => {
  expect(guardedSentences.flatMap(([, sentences]) => sentences)).toHaveLength(75)
  expect(harmlessSentences).toHaveLength(75)
})

const guarded = [...guardedSentences, ...laterGuardedSentences]
const harmless = [...harmlessSentences, ...laterHarmlessSentences]

it.each(halves)('the guard hands over 95 of 100 guarded sentences (half %i)', (half) => {
  const asked = guarded.flatMap(([topic, sentences]) => sentences.filter(inHalf(half)).map((sentence) => ({ topic, sentence })))
  const missed = asked.filter(({ topic, sentence }) => guardedTopic(sentence) !== topic)
  expect(missed.length / asked.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05)
})

it.each(halves)('the guard leaves 95 of 100 harmless sentences to the bot (half %i)', (half) => {
  const asked = harmless.filter(inHalf(half))
  const stopped = asked.filter((sentence) => guardedTopic(sentence) !== null)
  expect(stopped.length / asked.length, JSON.stringify(stopped)).toBeLessThanOrEqual(0.05)
})

it.each([
  ['pas­ti un​tung kan?', 'sure_profit'],
  ['Ｐａｊａｋ dividen', 'tax'],
  ['MINJEEEM DUIT BUAT SAHAM BOLEH GAAAK', 'loan'],
  ['psti ga rugi kan', 'sure_profit'],
  ['x '.repeat(50_000), null],
  ['', null],
])('reads what a reader would: %j', (question, topic) => {
  expect(guardedTopic(question)).toBe(topic)
})
