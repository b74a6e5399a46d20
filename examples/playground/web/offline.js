// The service worker: the page's files, kept for times without a network. `build` writes both constants.

const VERSION = 'development';
const FILES = [];

const PREFIX = `npuzzle ${new URL('.', self.location).pathname} `;
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // The browser's own cache, or a server in the middle of an update, may have files of the version before: they are refused.
    // A new version begins once no page of the old one is open.
    await cache.addAll(FILES.map(([file, integrity]) => new Request(file, { cache: 'no-cache', integrity })));
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request, { ignoreSearch: true });
    return found ?? fetch(request);
  })());
});
