// The service worker: lets the client start offline. Hashed files never change, so they are cache-first; the page
// itself is network-first, so that a new version is seen at once. It leaves the API and the lexicons alone.
const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `shell-${VERSION}`;

async function install(): Promise<void> {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES);
    await worker.skipWaiting();
}

// A page that is open may still need the files of its own version: the server and the caches keep three of them.
const VERSIONS = 3;

async function activate(): Promise<void> {
    const shells = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== cacheName);
    await Promise.all(shells.slice(0, 1 - VERSIONS).map((name) => caches.delete(name)));
    await worker.clients.claim();
}

// A network that is there and does not answer is none.
const PATIENCE = 3000;

async function page(request: Request): Promise<Response> {
    const kept = await (await caches.open(cacheName)).match("/");
    const fetched = fetch(request);
    if (!kept) return fetched;
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
    return Promise.race([fetched, late]).catch(() => kept);
}

async function file(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (url.pathname.startsWith("/api") || url.pathname.startsWith("/lexicons/")) return;
    event.respondWith(event.request.mode === "navigate" ? page(event.request) : file(event.request));
});
// A notification leads to its match: to a page that shows it, or else another page goes there.
async function open(path: string): Promise<void> {
    const pages = await worker.clients.matchAll({ type: "window" });
    const page = pages.find((one) => new URL(one.url).pathname === path);
    const other = pages[0];
    if (page) await page.focus();
    else if (other) await (await other.navigate(path).catch(() => null))?.focus();
    else await worker.clients.openWindow(path);
}

worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(typeof event.notification.data === "string" ? event.notification.data : "/"));
});
export {};
