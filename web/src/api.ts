// The server's API: JSON over HTTP with the session's cookie. A refusal becomes an ApiError with the server's message,
// which is in the reader's language.
import { sentence } from "./sentence";

export class ApiError extends Error {
    readonly text: string;
    constructor(
        readonly status: number,
        readonly code: string,
        text: string,
        readonly body: unknown = null,
    ) {
        super(sentence(text));
        this.text = this.message;
        this.name = "ApiError";
    }
    // No answer came: no network, or no server.
    get offline(): boolean {
        return this.status === 0;
    }
}

interface ErrorBody {
    error?: { code?: string; text?: string };
}

export class Api {
    csrf = ""; // of the session
    ready: Promise<void> = Promise.resolve(); // resolved when the CSRF token is known; writes wait for it
    lang = "en"; // of what the server says
    offlineText = "offline";

    constructor(private readonly fetcher: typeof fetch = (...args) => fetch(...args)) {}

    get<T>(path: string): Promise<T> {
        return this.send<T>("GET", path);
    }
    post<T>(path: string, body: unknown = {}): Promise<T> {
        return this.send<T>("POST", path, body);
    }
    put<T>(path: string, body: unknown = {}): Promise<T> {
        return this.send<T>("PUT", path, body);
    }
    patch<T>(path: string, body: unknown = {}): Promise<T> {
        return this.send<T>("PATCH", path, body);
    }
    del<T>(path: string, body?: unknown): Promise<T> {
        return this.send<T>("DELETE", path, body);
    }

    private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
        if (method !== "GET") await this.ready;
        const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": this.lang };
        if (method !== "GET" && this.csrf) headers["X-CSRF-Token"] = this.csrf;
        const init: RequestInit = { method, headers, credentials: "same-origin" };
        if (body !== undefined) {
            headers["Content-Type"] = "application/json";
            init.body = JSON.stringify(body);
        }
        let response: Response;
        try {
            response = await this.fetcher(path, init);
        } catch {
            throw new ApiError(0, "offline", this.offlineText);
        }
        const answer = await readBody(response);
        if (response.ok) return answer as T;
        const error = (answer as ErrorBody | null)?.error;
        throw new ApiError(
            response.status,
            String(error?.code ?? ""),
            typeof error?.text === "string" ? error.text : `${response.status} ${response.statusText}`,
            answer,
        );
    }
}

async function readBody(response: Response): Promise<unknown> {
    const text = await response.text();
    if (!text || !response.headers.get("Content-Type")?.includes("json")) return text || null;
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

export const api = new Api();
