// The service worker: lets the client start offline, and at once. All that it keeps is cache-first, the page too: a new
// version comes as a new service worker, and then a reload is offered (offline.ts). It leaves the API and the lexicons
// alone.
import { parseRoute } from "./routes";

const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `shell-${VERSION}`;

async function install(): Promise<void> {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES);
    await worker.skipWaiting();
}

// A page that is open may still need the files of its own version: the server and the caches keep three of them.
const VERSIONS = 3;
const FORMER = "lexicons-1"; // lexicons that were not packed

async function activate(): Promise<void> {
    const shells = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== cacheName);
    await Promise.all(shells.slice(0, 1 - VERSIONS).map((name) => caches.delete(name)));
    await caches.delete(FORMER);
    await worker.clients.claim();
}

// All pages are the one that is kept.
async function page(request: Request): Promise<Response> {
    return (await (await caches.open(cacheName)).match("/")) ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
    const how = { ignoreVary: true };
    const own = await (await caches.open(cacheName)).match(request, how);
    return own ?? (await caches.match(request, how)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (url.pathname.startsWith("/api") || url.pathname.startsWith("/lexicons/")) return;
    if (event.request.mode !== "navigate") event.respondWith(file(event.request));
    else if (parseRoute(url.href).name !== "nowhere") event.respondWith(page(event.request));
});

// A notification leads to its match: to a page that shows it, or else another page goes there. A page that this worker
// does not control cannot be sent anywhere.
async function open(path: string): Promise<void> {
    const pages = await worker.clients.matchAll({ type: "window" });
    const page = pages.find((one) => new URL(one.url).pathname === path);
    const gone = page ?? (await pages[0]?.navigate(path).catch(() => null));
    if (gone) await gone.focus();
    else await worker.clients.openWindow(path);
}

worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(typeof event.notification.data === "string" ? event.notification.data : "/"));
});
