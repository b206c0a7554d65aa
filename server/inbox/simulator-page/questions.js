/** The chosen member asks about stocks: their chats, read every second while they are seen, and the form that asks. */
import { ask, asks, element, find, played, say } from '/simulator/member.js'

const every = 1_000
let drawn = ''

const clock = (at) => new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' })

function carried({ kind, media_url, media_name }) {
  if (kind === 'image') {
    const picture = element('img')
    picture.src = media_url
    picture.alt = media_name ?? ''
    return picture
  }
  const link = element('a', media_name ?? kind, 'file')
  link.href = media_url
  link.download = media_name ?? ''
  return link
}

function sourcesOf(sources) {
  const list = element('ol', '', 'sources')
  list.setAttribute('aria-label', 'Sources')
  list.append(...sources.map(({ title, page }) => element('li', page ? `${title}, p. ${page}` : title)))
  return list
}

function bubble({ by, sender, content, media_url, sources, created_at, ...rest }) {
  const made = element('div', '', by === 'member' ? 'own' : '')
  made.setAttribute('role', 'article')
  made.dir = 'auto'
  made.dataset.by = by
  if (by !== 'member') made.append(element('strong', sender ?? ''))
  if (media_url) made.append(carried({ media_url, ...rest }))
  if (content) made.append(element('p', content))
  if (sources?.length) made.append(sourcesOf(sources))
  const time = element('time', clock(created_at))
  time.dateTime = created_at
  made.append(time)
  return made
}

function rating(chat) {
  const row = element('div', '', 'rates')
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', 'Rating')
  for (const stars of [1, 2, 3, 4, 5]) {
    const button = element('button', '\u2605')
    button.type = 'button'
    button.setAttribute('aria-label', `Rate ${stars}`)
    button.setAttribute('aria-pressed', String(chat.rating === stars))
    button.dataset.lit = String(stars <= (chat.rating ?? 0))
    button.addEventListener('click', () => {
      const body = JSON.stringify({ member: played(), chat: chat.ref, rating: stars })
      ask('questions/rate', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then(refresh)
        .catch(say)
    })
    row.append(button)
  }
  return row
}

/** Chats from the oldest to the newest, so that the newest message stands at the end. */
function draw(chats) {
  const text = JSON.stringify([played(), chats])
  if (text === drawn) return
  drawn = text
  const parts = chats.toReversed().flatMap((chat) => {
    const state = chat.status === 'ended' ? 'ended' : chat.handler === 'algo' ? 'the algorithm answers' : 'a person answers'
    const head = element('div', `${chat.kode_saham ?? 'No stock'} · ${state}`, 'empty')
    return [head, ...chat.messages.map(bubble), ...(chat.may_rate ? [rating(chat)] : [])]
  })
  find('log').replaceChildren(...(parts.length ? parts : [element('div', 'No questions yet', 'empty')]))
  find('log').scrollTop = find('log').scrollHeight
}

async function refresh() {
  const member = played()
  if (!asks()) {
    drawn = ''
    return
  }
  if (!member) return
  const { chats } = await ask(`questions?member=${member}`)
  if (played() !== member || !asks()) return
  draw(chats)
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

find('question').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target
  const given = new FormData(form)
  const body = new FormData()
  body.set('member', String(played()))
  for (const name of ['stock', 'content']) if (given.get(name)) body.set(name, given.get(name))
  if (given.get('media')?.size) body.set('media', given.get('media'))
  ask('questions/ask', { method: 'POST', body })
    .then(() => {
      form.elements.content.value = ''
      form.elements.media.value = ''
      say(null)
    })
    .then(refresh)
    .catch(say)
})
addEventListener('hashchange', () => refresh().catch(say))
tick()
