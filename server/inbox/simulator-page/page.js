/** Plays the customer: reads the conversation every second while it is seen, and writes what the person does. */
const api = '/utility/public/v1/simulator/'
const every = 1_000
const ticks = { sent: '✓', delivered: '✓✓', read: '✓✓ read' }
const find = (id) => document.getElementById(id)

let known = { numbers: [], customers: [] }
let drawn = ''
let drawnFor = ''

/** The played phone stands in the address, so that a reload, or another tab, has the same. */
function played() {
  const at = new URLSearchParams(location.hash.slice(1))
  return { number: Number(at.get('number')), phone: at.get('phone') ?? '', name: at.get('name') ?? '' }
}

function play(who) {
  location.hash = new URLSearchParams({ number: String(who.number), phone: who.phone, name: who.name ?? '' }).toString()
}

function say(error) {
  find('wrong').hidden = !error
  find('wrong').textContent = error ? error.message : ''
}

async function ask(name, options) {
  const answer = await fetch(api + name, options)
  const body = await answer.json()
  if (answer.ok) return body
  const fields = Object.entries(body.fields ?? {}).map(([field, { message }]) => `${field}: ${message}`)
  throw new Error([body.message, ...fields].join(' '))
}

async function act(name, more = {}) {
  const { number, phone } = played()
  try {
    await ask(name, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, phone, ...more }),
    })
    say(null)
    await refresh()
  } catch (error) {
    say(error)
  }
}

function option(value, words, chosen) {
  const made = document.createElement('option')
  made.value = value
  made.textContent = words
  made.selected = chosen
  return made
}

function drawPeople() {
  const { number, phone } = played()
  find('number').replaceChildren(...known.numbers.map((one) => option(String(one.id), `${one.name} (${one.phone})`, one.id === number)))
  const theirs = known.customers.filter((one) => one.number === number)
  const isNew = !theirs.some((one) => one.phone === phone)
  find('customer').replaceChildren(
    option('', 'New customer …', isNew),
    ...theirs.map((one) => option(one.phone, one.name ? `${one.name} (${one.phone})` : one.phone, one.phone === phone)),
  )
  find('new').hidden = !isNew
  find('phone').value = phone
  find('peer').textContent = known.numbers.find((one) => one.id === number)?.name ?? '–'
}

function mediaOf(message) {
  const tag = { image: 'img', video: 'video', audio: 'audio' }[message.kind] ?? 'a'
  const made = document.createElement(tag)
  if (tag === 'a') {
    made.href = message.media_url
    made.className = 'file'
    made.textContent = message.media_name
    made.download = message.media_name
    return made
  }
  made.src = message.media_url
  if (tag === 'img') made.alt = message.media_name
  else made.controls = true
  return made
}

function bubble(message) {
  const made = document.createElement('div')
  made.dir = 'auto'
  made.classList.toggle('own', !message.is_admin)
  made.classList.toggle('media', message.kind === 'image' || message.kind === 'video')
  if (message.media_url) made.append(mediaOf(message))
  if (message.content) {
    const words = document.createElement('p')
    words.textContent = message.content
    made.append(words)
  }
  const time = document.createElement('time')
  time.dateTime = message.created_at
  const at = new Date(message.created_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  // On the customer's own phone the ticks are of what the customer wrote.
  time.textContent = message.is_admin ? at : `${at} ${ticks[message.status] ?? ''}`
  made.append(time)
  return made
}

function drawMessages(messages) {
  const log = find('log')
  const text = JSON.stringify(messages)
  if (text === drawn) return
  drawn = text
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const empty = document.createElement('div')
  empty.className = 'empty'
  empty.textContent = 'No messages yet'
  log.replaceChildren(...(messages.length ? messages.map(bubble) : [empty]))
  if (isAtEnd) log.scrollTop = log.scrollHeight
}

function windowWords(until) {
  if (!until) return ''
  const minutes = Math.round((Date.parse(until) - Date.now()) / 60_000)
  if (minutes <= 0) return 'The 24 hours are over: the business may send templates only.'
  return `The business may write for another ${Math.floor(minutes / 60)} h ${minutes % 60} min.`
}

async function refresh() {
  const { number, phone } = played()
  if (!number || !phone) return drawMessages([])
  const query = new URLSearchParams({ number: String(number), phone })
  const { messages, online, window_until } = await ask(`conversation?${query}`)
  const now = played()
  if (now.number !== number || now.phone !== phone) return
  if (drawnFor !== `${number} ${phone}`) drawn = ''
  drawnFor = `${number} ${phone}`
  drawMessages(messages)
  find('online').checked = online
  find('state').textContent = online ? 'Phone is on' : 'Phone is off: nothing comes through'
  find('window').textContent = windowWords(window_until)
  const isUnread = online && messages.some((one) => one.is_admin && one.status !== 'read')
  if (isUnread && find('looking').checked) await act('read')
}

async function readPeople() {
  known = await ask('people')
  const { number } = played()
  const [first] = known.numbers
  if (!first) throw new Error('There is no number that is simulated. Add one under WhatsApp numbers.')
  if (!known.numbers.some((one) => one.id === number)) {
    const customer = known.customers.find((one) => one.number === first.id)
    play({ number: first.id, phone: customer?.phone ?? '', name: customer?.name ?? '' })
  }
  drawPeople()
}

async function send() {
  const { number, phone, name } = played()
  const [text, media] = [find('text'), find('media')]
  const [file] = media.files
  if (!phone) throw new Error('Choose a customer, or enter the phone of a new one.')
  if (!text.value.trim() && !file) return
  const body = new FormData()
  for (const [key, value] of Object.entries({ number: String(number), phone, name, content: text.value }))
    if (value) body.append(key, value)
  if (file) body.append('media', file)
  await ask('send', { method: 'POST', body })
  text.value = ''
  media.value = ''
  find('chosen').hidden = true
  say(null)
  await refresh()
  find('log').scrollTop = find('log').scrollHeight
  if (!known.customers.some((one) => one.number === number && one.phone === phone)) await readPeople()
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

find('number').addEventListener('change', ({ target }) => play({ number: Number(target.value), phone: '' }))
find('customer').addEventListener('change', ({ target }) => {
  const { number } = played()
  const found = known.customers.find((one) => one.number === number && one.phone === target.value)
  play({ number, phone: found?.phone ?? '', name: found?.name ?? '' })
})
find('who').addEventListener('submit', (event) => {
  event.preventDefault()
  play({ number: played().number, phone: find('phone').value, name: find('name').value })
  find('text').focus()
})
find('online').addEventListener('change', ({ target }) => act('online', { online: target.checked }))
for (const name of ['read', 'idle', 'expire']) find(name).addEventListener('click', () => act(name))
find('media').addEventListener('change', ({ target }) => {
  const [file] = target.files
  find('chosen').hidden = !file
  find('chosen').textContent = file ? `With ${file.name}` : ''
})
find('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  find('compose').requestSubmit()
})
find('compose').addEventListener('submit', (event) => {
  event.preventDefault()
  send().catch(say)
})
addEventListener('hashchange', () => {
  drawPeople()
  refresh().catch(say)
})

// On a small screen the conversation has the room until the controls are asked for.
find('controls').open = matchMedia('(min-width: 48rem)').matches
readPeople().catch(say).finally(tick)
