/** Plays a member: reads the inbox of the chosen one every second while it is seen. */
const api = '/utility/public/v1/simulator/'
const every = 1_000
const kinds = {
  buy: 'Buy',
  sell: 'Sell',
  'hold-buy': 'Hold',
  'hold-no-buy': 'Hold, buy no more',
  'no-buy': 'Do not buy',
  custom: 'Note',
  watchlist: 'Watchlist',
}
export const find = (id) => document.getElementById(id)
const rupiah = new Intl.NumberFormat('id-ID')
const percent = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 2 })
const states = { waiting: 'Waiting', entered: 'Bought', closed: 'Closed', expired: 'Expired' }

let known = []
let drawn = ''

const place = () => new URLSearchParams(location.hash.slice(1))

/** The played member and what is looked at stand in the address, so that a reload, or another tab, has the same. */
export const played = () => Number(place().get('member'))
export const asks = () => place().get('view') === 'questions'
export const learns = () => place().get('view') === 'classes'
const address = (member, view) => new URLSearchParams({ member, ...(view && { view }) }).toString()

export function say(error) {
  find('wrong').hidden = !error
  find('wrong').textContent = error ? error.message : ''
}

export async function ask(name, options) {
  const answer = await fetch(api + name, options).catch(() => {
    throw new Error('The server cannot be reached')
  })
  const body = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(body.message), { status: answer.status })
  return body
}

export function element(tag, words, className) {
  const made = document.createElement(tag)
  if (words) made.textContent = words
  if (className) made.className = className
  return made
}

function drawMembers() {
  const id = played()
  find('member').replaceChildren(
    ...known.map((one) => {
      const made = element('option', `${one.name}${one.products ? ` (${one.products})` : ''}`)
      made.value = String(one.id)
      made.selected = one.id === id
      return made
    }),
  )
  const member = known.find((one) => one.id === id)
  if (member) find('name').textContent = member.name
  if (member) find('products').textContent = member.products ?? 'No access today'
}

/** Rich text as plain words: nothing of it becomes part of this page. */
const wordsOf = (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent

function priceLines({ buy_price, target_price, stop_loss, sell_price }) {
  const targets = (target_price ?? []).map(({ price }, at) => [`Target ${at + 1}`, rupiah.format(price)])
  return [
    ...(buy_price ? [['Buy at', `${rupiah.format(buy_price.from)}–${rupiah.format(buy_price.to)}`]] : []),
    ...targets,
    ...(stop_loss ? [['Stop loss', rupiah.format(stop_loss)]] : []),
    ...(sell_price ? [['Sell at', rupiah.format(sell_price)]] : []),
  ]
}

/** One that waits has gained nothing: it is told how far the price is from that at which it is bought. */
function lifeLine({ state, gain, distance }) {
  if (typeof distance === 'number') {
    const far = distance === 0 ? 'at' : `${percent.format(Math.abs(distance))} % ${distance > 0 ? 'above' : 'below'}`
    return `${states[state]}: the price is ${far} the buying price`
  }
  return typeof gain === 'number' ? `${states[state]}: ${gain > 0 ? '+' : ''}${percent.format(gain)} %` : states[state]
}

function card(message) {
  const made = element('div')
  made.dir = 'auto'
  made.dataset.pick = message.pick
  const head = element('p')
  head.append(element('strong', `${kinds[message.kind] ?? message.kind} ${message.stock_code}`))
  if (message.category) head.append(` · ${message.category}`)
  made.append(head)
  if (message.chart_url) {
    const picture = element('img')
    picture.src = message.chart_url
    picture.alt = ''
    made.append(picture)
  }
  for (const [label, price] of priceLines(message)) made.append(element('p', `${label}: ${price}`))
  if (message.life) made.append(element('p', lifeLine(message.life), 'life'))
  if (message.reason) made.append(element('p', wordsOf(message.reason)))
  const time = element(
    'time',
    new Date(message.created_at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' }),
  )
  time.dateTime = message.created_at
  made.append(time)
  return made
}

function drawInbox(messages) {
  const text = JSON.stringify([played(), messages.map(({ id, life }) => [id, life])])
  if (text === drawn) return
  drawn = text
  find('log').replaceChildren(...(messages.length ? messages.map(card) : [element('div', 'No messages yet', 'empty')]))
}

async function refresh() {
  const member = played()
  find('to-inbox').setAttribute('aria-pressed', String(!asks() && !learns()))
  find('to-questions').setAttribute('aria-pressed', String(asks()))
  find('to-classes').setAttribute('aria-pressed', String(learns()))
  find('question').hidden = !asks()
  if (asks() || learns()) drawn = ''
  if (!member || asks() || learns()) return
  const { messages } = await ask(`inbox?member=${member}`)
  if (played() !== member || asks() || learns()) return
  drawInbox(messages)
  say(null)
  if (messages.some(({ read_at }) => !read_at))
    await ask('inbox/read', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ member }) })
}

async function readMembers() {
  const { members } = await ask(`members?${new URLSearchParams({ search: find('search').value })}`)
  known = members
  if (!played() && known[0]) location.hash = address(known[0].id, place().get('view'))
  drawMembers()
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

find('search').addEventListener('input', () => readMembers().catch(say))
find('who').addEventListener('submit', (event) => event.preventDefault())
find('member').addEventListener('change', ({ target }) => {
  location.hash = address(target.value, place().get('view'))
})
for (const [id, view] of [
  ['to-inbox', ''],
  ['to-questions', 'questions'],
  ['to-classes', 'classes'],
])
  find(id).addEventListener('click', () => {
    location.hash = address(played(), view)
  })
addEventListener('hashchange', () => {
  drawMembers()
  refresh().catch(say)
})

find('controls').open = matchMedia('(min-width: 48rem)').matches
readMembers().catch(say).finally(tick)
