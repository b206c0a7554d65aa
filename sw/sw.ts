/** The service worker: what it caches, and which events it handles while no tab is open. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { configFromNetwork } from './config.ts'
import { servedPaths } from './consoles.ts'
import { handleClick } from './notification-click.ts'
import { cachedPicture, isPicture } from './pictures.ts'
import { handlePush } from './push.ts'
import { renewSubscription } from './renew-subscription.ts'
import { replayOutbox } from './replay.ts'
import { scope } from './scope.ts'

declare const self: { __WB_MANIFEST: { url: string; revision: string | null }[] }

// The whole shell, with every section's chunk.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Every page of the console is the shell; what the API serves is not.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: servedPaths,
  }),
)

// The configuration: from the network, else the last copy.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json', configFromNetwork)

// Pictures of records: kept, so that lists look the same offline.
registerRoute(isPicture, cachedPicture)

// What waits is sent when the network is back, though every tab is closed.
scope.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(replayOutbox())
})

// A customer wrote, and perhaps no tab is open.
scope.addEventListener('push', (event) => event.waitUntil(handlePush(event.data?.text())))

// The browser gave its subscription another address: nothing comes to the old one any more.
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

// An alert opens its room; whoever is asked to sign in does so in the console.
scope.addEventListener('notificationclick', (event) => event.waitUntil(handleClick(event.notification)))

// The page says when a new version takes over; the very first one takes the open page at once.
scope.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') void scope.skipWaiting()
})
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
