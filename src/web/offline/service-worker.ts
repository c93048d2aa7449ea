/**
 * Stores the pages in this browser, so that they still load offline. Drafts and the next units are
 * in the page's own database; replies of the API are never touched.
 *
 * It holds one whole version of the application, so that no page meets parts of another version. A
 * newer version takes over when no tab shows the older one, or when the only tab says that it
 * already shows the newer one.
 */
const worker = globalThis as unknown as WorkerScope;
/** Filled in when the pages are built: the assets, whose names hold the hashes of their content. */
const assets = JSON.parse('%ASSETS%') as readonly string[];
const version = 'assay-%VERSION%';
/** Every address of the application is this page. */
const page = '/';

worker.addEventListener('install', (event) => event.waitUntil(fetchAll()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (event) => event.waitUntil(beginWith(event.data)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/'))
    event.respondWith(pageFor(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetFor(request));
});

async function fetchAll(): Promise<void> {
  const cache = await caches.open(version);
  await cache.addAll([new Request(page, { cache: 'no-cache' }), ...assets]);
}

/** Takes over if the only tab has loaded a part of this version. */
async function beginWith(part: unknown): Promise<void> {
  const tabs = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (tabs.length === 1 && assets.some((one) => one === part)) await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('assay-') && name !== version) await caches.delete(name);
  // Requests the page while this worker starts, so that no time is lost.
  await worker.registration.navigationPreload.enable();
  await worker.clients.claim();
}

/** The server's page, or the stored one if the server cannot be reached. */
async function pageFor({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (failure) {
    const kept = await (await caches.open(version)).match(page);
    if (kept === undefined) throw failure;
    return kept;
  }
}

/** From any version: a tab may show the newer one already, and names contain content hashes. */
async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

// What the page's own types do not have.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface SaidEvent extends ExtendableEvent {
  readonly data: unknown;
}

interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: {
      readonly includeUncontrolled: boolean;
      readonly type: 'window';
    }): Promise<readonly unknown[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: SaidEvent) => void): void;
}
