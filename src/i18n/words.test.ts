import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { problemMessages } from '#contract/kit/field/problem.ts'

const folder = new URL('.', import.meta.url)
const areas = readdirSync(new URL('en/', folder)).filter((name) => name.endsWith('.json'))
const textsOf = (locale: string): [id: string, text: string][] =>
  areas.flatMap((area) => {
    const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${locale}/${area}`, folder), 'utf8'))
    return Object.entries(texts)
  })
const english = new Map([...textsOf('en'), ...Object.entries(problemMessages)])

it.each([
  'Must not be empty',
  'Must start with 628',
  'Choose what is to hold',
  'by themselves',
  'Write it myself',
  'Out of both',
  'Decided.',
  'on their way',
  'on its way',
  'does not open',
  'Your places',
  'Keep both',
  'Left alone',
])('no catalog contains %s', (words) => {
  // The base contract's message is fixed.
  const found = [...english].filter(([id, text]) => text.toLowerCase().includes(words.toLowerCase()) && id !== 'export.noDate')
  expect(found).toEqual([])
})

it.each([
  ['problem.phone', 'Enter an Indonesian mobile number, e.g. 0812 3456 7890'],
  ['conflict.changed', 'Somebody changed it too. Which value do you want to keep?'],
  ['conflict.together', 'Merged automatically'],
  ['conflict.write', 'Enter another value'],
  ['conflict.both', 'Combined value'],
  ['conflict.keptTheirs', "Resolved, kept {who}'s value"],
  ['outbox.waitingOffline', '{count, plural, one {# change waiting for a connection} other {# changes waiting for a connection}}'],
  ['restriction.detail', "Your role can't open {name}. Ask an administrator if you need it."],
  ['import.way.keep', 'Import as new'],
  ['import.kept', 'Not undone (changed since)'],
])('the message %s is %s', (id, words) => {
  expect(english.get(id)).toBe(words)
})

it('unsent changes are called waiting, never pending, which is a status', () => {
  for (const [locale, word] of [
    ['en', /pending/i],
    ['id', /pending|tertunda/i],
    ['tr', /beklemede/i],
    ['ar', /قيد الانتظار/],
  ] as const) {
    const found = textsOf(locale).filter(([id, text]) => word.test(text) && !/^choice\.pending$/i.test(id))
    expect([locale, found]).toEqual([locale, []])
  }
})

it('a lead is called lead in Indonesian: prospek is a status', () => {
  const found = textsOf('id').filter(([, text]) => /prospek/i.test(text))
  expect(found.map(([id]) => id)).toEqual(['choice.prospect', 'choice.prospect retention'])
})

const sectionTextsOf = (locale: string): [id: string, text: string][] =>
  readdirSync(new URL('sections/', folder)).flatMap((name) => {
    const words: Record<string, Record<string, string>> = JSON.parse(readFileSync(new URL(`sections/${name}`, folder), 'utf8'))
    return Object.entries(words[locale] ?? {}).map(([id, text]): [string, string] => [`${name.replace('.json', '')}.${id}`, text])
  })

/** What is called by one word, and the words that were used beside it; `ids` where a word is wrong for one thing alone. */
const oneWord: readonly { locale: string; word: string; not: RegExp; ids?: RegExp }[] = [
  { locale: 'id', word: 'member', not: /\banggota\b/i },
  { locale: 'id', word: 'dalam antrean', not: /^menunggu$|menunggu dikirim/i, ids: /^(?!recommendation\.)/ },
  { locale: 'en', word: 'Trash', not: /^(deleted|bin|recycle bin)$/i, ids: /\.view\.trash$/ },
  { locale: 'id', word: 'Sampah', not: /^(terhapus|tempat sampah)$/i, ids: /\.view\.trash$/ },
  { locale: 'tr', word: 'Çöp kutusu', not: /^silinenler$/i, ids: /\.view\.trash$/ },
  { locale: 'ar', word: 'المهملات', not: /^المحذوفة$/, ids: /\.view\.trash$/ },
  { locale: 'en', word: 'Publish at', not: /^(?!Publish at$)/, ids: /\.published_(at|on)$/ },
  { locale: 'id', word: 'Terbit pada', not: /^(?!Terbit pada$)/, ids: /\.published_(at|on)$/ },
  { locale: 'tr', word: 'Yayın zamanı', not: /^(?!Yayın zamanı$)/, ids: /\.published_(at|on)$/ },
  { locale: 'ar', word: 'وقت النشر', not: /^(?!وقت النشر$)/, ids: /\.published_(at|on)$/ },
  { locale: 'en', word: 'Published', not: /^(?!Published$)/, ids: /\.(status|visibility)\.publish$|\.state\.published$/ },
  { locale: 'id', word: 'Terbit', not: /^(?!Terbit$)/, ids: /\.(status|visibility)\.publish$|\.state\.published$/ },
  { locale: 'tr', word: 'Yayında', not: /^(?!Yayında$)/, ids: /\.(status|visibility)\.publish$|\.state\.published$/ },
  // An adjective would have to agree with the gender of what is new.
  { locale: 'ar', word: 'إضافة', not: /جديد/, ids: /^(kit|palette)\.new$/ },
]

it.each(oneWord)('$locale says $word and no other word for it', ({ locale, not, ids = /./ }) => {
  const texts = [...textsOf(locale), ...sectionTextsOf(locale)]
  expect(texts.filter(([id, text]) => ids.test(id) && not.test(text))).toEqual([])
})

it.each(['en', 'id', 'tr', 'ar'])('sizes are KB, MB and GB (%s)', (locale) => {
  const texts = [...textsOf(locale), ...sectionTextsOf(locale)]
  expect(texts.filter(([, text]) => /\d ?[KMG]b\b/.test(text))).toEqual([])
})

/** Words that have a capital wherever they are: brands, people, keys, products, and screens whose names are fixed. */
const names =
  /Preview Bot Conversation|Slider Blog|Bot Preview|Add to Home Screen|Add to Dock|(WhatsApp|Instagram|TikTok|YouTube|Vimeo|Safari|Firefox|Mac|Lapangan|Cloud API|Live|Word|Excel|Indonesian|Root|Rp|Enter|Tab|Tasks|Swing|Super|Investing|Regular)\b/g
const capital = /[^\s.!?:…·–—-]\s+[A-Z][a-z]/

it('English texts are in sentence case: a capital is at the beginning, or in a name', () => {
  // Messages that the base contract fixes.
  const fixed = /^(connection\.none|list\.(alwaysShow|empty|offline)|login\.offline|video\.offline|chat\.executives)$/
  const found = [...textsOf('en'), ...sectionTextsOf('en')].filter(
    ([id, text]) => !fixed.test(id) && capital.test(text.replace(names, (name) => name.toLowerCase())),
  )
  expect(found).toEqual([])
})

it('entries of the menu are plural in English where a list is meant', () => {
  /** One thing, uncountable, or a name. */
  const single = ['academy', 'auto-text', 'bot-conversation', 'emtpedia', 'faq', 'for-you', 'knowledge', 'member-cuti', 'merchandise']
  single.push('portofolio', 'security-log', 'setting-bot-saham', 'slider', 'stock', 'tag-manager', 'tanya-saham-algo')
  const found = sectionTextsOf('en').filter(([id, text]) => id.endsWith('.nav') && !text.endsWith('s'))
  expect(found.map(([id]) => id.replace('.nav', '')).sort()).toEqual(single)
})
