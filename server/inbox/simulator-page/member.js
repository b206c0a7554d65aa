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

const tabs = [
  ['to-home', 'home'],
  ['to-inbox', ''],
  ['to-questions', 'questions'],
  ['to-classes', 'classes'],
  ['to-events', 'events'],
  ['to-newsletters', 'newsletters'],
]

let known = []
let drawn = ''

const place = () => new URLSearchParams(location.hash.slice(1))

/** The played member and what is looked at stand in the address, so that a reload, or another tab, has the same. A guest has number 0. */
export const isGuest = () => place().get('member') === 'guest'
export const played = () => (isGuest() ? 0 : Number(place().get('member')))
/** '' is the inbox. */
export const view = () => place().get('view') ?? ''
export const asks = () => view() === 'questions'
export const learns = () => view() === 'classes'
const address = (member, name) => new URLSearchParams({ member, ...(name && { view: name }) }).toString()

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

const tokens = new Map()
/** The token that a member's app has after signing in. */
export function tokenOf(member) {
  if (!tokens.has(member)) {
    tokens.set(
      member,
      ask(`token?member=${member}`).then(({ token }) => token),
    )
    tokens.get(member).catch(() => tokens.delete(member))
  }
  return tokens.get(member)
}

function guestOption() {
  const made = element('option', 'A guest')
  made.value = 'guest'
  made.selected = isGuest()
  return made
}

function drawMembers() {
  const id = played()
  find('member').dataset.segment = find('segment').value
  find('member').replaceChildren(
    guestOption(),
    ...known.map((one) => {
      const made = element('option', `${one.name}${one.products ? ` (${one.products})` : ''}`)
      made.value = String(one.id)
      made.selected = one.id === id
      return made
    }),
  )
  const member = known.find((one) => one.id === id)
  if (isGuest()) {
    find('name').textContent = 'A guest'
    find('products').textContent = 'Not signed in'
  }
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
    const far = distance === 0 ? 'inside' : `${percent.format(Math.abs(distance))} % ${distance > 0 ? 'above' : 'below'}`
    return `${states[state]}: the price is ${far} the buying price`
  }
  return typeof gain === 'number' ? `${states[state]}: ${gain > 0 ? '+' : ''}${percent.format(gain)} %` : states[state]
}

export const clockText = (at) => new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' })

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
  const time = element('time', clockText(message.created_at))
  time.dateTime = message.created_at
  made.append(time)
  return made
}

async function openPush(push) {
  const answer = await fetch('/console/public/v1/push/opened', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(played())}` },
    body: JSON.stringify({ ref: push.ref }),
  })
  if (!answer.ok) throw new Error((await answer.json()).message)
  if (push.target.url) open(push.target.url, '_blank', 'noreferrer')
  await refresh()
}

function pushCard(push) {
  const made = element('div')
  made.dir = 'auto'
  made.dataset.push = push.ref
  made.append(element('strong', push.title))
  if (push.image_url) {
    const picture = element('img')
    picture.src = push.image_url
    picture.alt = ''
    made.append(picture)
  }
  made.append(element('p', push.message))
  if (push.opened_at) made.append(element('p', 'Opened', 'life'))
  else {
    const press = element('button', 'Open')
    press.type = 'button'
    press.addEventListener('click', () => openPush(push).catch(say))
    made.append(press)
  }
  const time = element('time', clockText(push.created_at))
  time.dateTime = push.created_at
  made.append(time)
  return made
}

/** The newest push that this page has seen arrive, by member. */
const arrived = new Map()

/** A push that arrives while the phone is looked at comes down from its top, wherever the member is. */
function announce(member, [newest]) {
  const before = arrived.get(member)
  arrived.set(member, newest?.id ?? 0)
  if (before === undefined || !newest || newest.id <= before) return
  const shown = find('arrived')
  const press = element('button', '', 'arrival')
  press.type = 'button'
  press.append(element('strong', newest.title), element('span', newest.message))
  press.addEventListener('click', () => {
    shown.hidden = true
    location.hash = address(member)
    openPush(newest).catch(say)
  })
  shown.replaceChildren(press)
  shown.hidden = false
}

/** Picks and pushes, the newest first. */
function drawInbox(messages, pushes) {
  const text = JSON.stringify([played(), messages.map(({ id, life }) => [id, life]), pushes.map(({ id, opened_at }) => [id, opened_at])])
  if (text === drawn) return
  drawn = text
  const all = [...messages.map((one) => [one.created_at, () => card(one)]), ...pushes.map((one) => [one.created_at, () => pushCard(one)])]
  const cards = all.sort(([a], [b]) => Date.parse(b) - Date.parse(a)).map(([, make]) => make())
  find('log').replaceChildren(...(cards.length ? cards : [element('div', 'No messages yet', 'empty')]))
}

async function refresh() {
  const member = played()
  for (const [id, name] of tabs) find(id).setAttribute('aria-pressed', String(view() === name))
  find('question').hidden = !asks()
  const isInbox = view() === ''
  if (!isInbox) drawn = ''
  if (!member) {
    if (isGuest() && view() !== 'home') location.hash = address('guest', 'home')
    return
  }
  const { pushes } = await ask(`pushes?member=${member}`)
  if (played() !== member) return
  announce(member, pushes)
  if (!isInbox) return
  const { messages } = await ask(`inbox?member=${member}`)
  if (played() !== member || view() !== '') return
  drawInbox(messages, pushes)
  say(null)
  if (messages.some(({ read_at }) => !read_at))
    await ask('inbox/read', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ member }) })
}

async function readMembers() {
  const asked = { search: find('search').value, ...(find('segment').value && { segment: find('segment').value }) }
  const { members } = await ask(`members?${new URLSearchParams(asked)}`)
  known = members
  if (!played() && !isGuest() && known[0]) location.hash = address(known[0].id, place().get('view'))
  drawMembers()
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

find('search').addEventListener('input', () => readMembers().catch(say))
find('segment').addEventListener('change', () => {
  const isOver = () => !isGuest() && known[0] && !known.some(({ id }) => id === played())
  readMembers()
    .then(() => {
      if (isOver()) location.hash = address(known[0].id, view())
    })
    .catch(say)
})
find('who').addEventListener('submit', (event) => event.preventDefault())
find('member').addEventListener('change', ({ target }) => {
  location.hash = address(target.value, view())
})
for (const [id, name] of tabs)
  find(id).addEventListener('click', () => {
    location.hash = address(isGuest() ? 'guest' : played(), name)
  })
addEventListener('hashchange', () => {
  drawMembers()
  refresh().catch(say)
})

find('controls').open = matchMedia('(min-width: 48rem)').matches
readMembers().catch(say).finally(tick)
