/** Published events for the chosen member, with their public pages. */
import { ask, element, find, played, say, view } from '/simulator/member.js'

const every = 3_000
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
const states = { registered: 'You are registered', waiting: 'You are waiting for a seat', offered: 'A seat is kept for you' }
let drawn = ''

const clock = (at) => new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' })

function card({ ref, title, cover_url, location, speaker, start_at, price, page, state }) {
  const made = element('div')
  made.dir = 'auto'
  made.dataset.event = ref
  if (cover_url) {
    const picture = element('img')
    picture.src = cover_url
    picture.alt = ''
    made.append(picture)
  }
  made.append(element('strong', title))
  made.append(element('p', [clock(start_at), location, speaker].filter(Boolean).join(' · ')))
  made.append(element('p', price ? rupiah.format(price) : 'Free'))
  if (states[state]) made.append(element('p', states[state], 'life'))
  if (page) {
    const link = element('a', 'Open its page')
    link.href = page
    link.target = '_blank'
    made.append(link)
  }
  return made
}

async function refresh() {
  const member = played()
  if (view() !== 'events') {
    drawn = ''
    return
  }
  if (!member) return
  const { events } = await ask(`events?member=${member}`)
  if (played() !== member || view() !== 'events') return
  const text = JSON.stringify([member, events])
  if (text === drawn) return
  drawn = text
  find('log').replaceChildren(...(events.length ? events.map(card) : [element('div', 'No events to come', 'empty')]))
  say(null)
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

addEventListener('hashchange', () => refresh().catch(say))
tick()
