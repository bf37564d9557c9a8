// The service worker: lets the client start offline. Hashed files never change, so they are cache-first; the page
// itself is network-first, so that a new version is seen at once. It leaves the API and the lexicons alone.
const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `shell-${VERSION}`;

async function install(): Promise<void> {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES);
    await worker.skipWaiting();
}

// A page that is open may still need the files of the version before for a while.
async function activate(): Promise<void> {
    const shells = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== cacheName);
    await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
    await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
    try {
        return await fetch(request);
    } catch (error) {
        const kept = await (await caches.open(cacheName)).match("/");
        if (!kept) throw error;
        return kept;
    }
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
// A notification leads to the page that made it, where that is still open.
async function open(path: string): Promise<void> {
    const pages = await worker.clients.matchAll({ type: "window" });
    const page = pages.find((one) => new URL(one.url).pathname === path) ?? pages[0];
    await (page ? page.focus() : worker.clients.openWindow(path));
}

worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(typeof event.notification.data === "string" ? event.notification.data : "/"));
});
export {};
