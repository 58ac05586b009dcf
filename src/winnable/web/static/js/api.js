// The server's HTTP API. Every failure is an ApiError whose message can be shown to the player.

import { t } from "./l10n.js";

const ROOT = "/api/v1";

/** A request that failed. Status 0: the server was not reached. */
export class ApiError extends Error {
  constructor(status, message, { problems = [], state = null, missing = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    /** @type {string[]} every reason why a move is not legal */
    this.problems = problems;
    /** The game as it is now (409), or null. */
    this.state = state;
    /** The field that has to be given as well, or null. */
    this.missing = missing;
  }
}

/** Whether the same request may succeed later, without anybody doing anything. */
export function isUnreachable({ status }) {
  return [0, 429, 502, 503, 504].includes(status);
}

function unreachable() {
  return new ApiError(0, t("page.play.error.unreachable"));
}

export function apiUrl(path) {
  return ROOT + path;
}

export const get = (path, options) => requestJson("GET", path, undefined, options);
export const post = (path, body = {}, options) => requestJson("POST", path, body, options);
export const put = (path, body = {}, options) => requestJson("PUT", path, body, options);
export const del = (path, body, options) => requestJson("DELETE", path, body, options);

export async function getText(path) {
  return (await request("GET", path)).text();
}

async function requestJson(method, path, body, options) {
  const response = await request(method, path, body, options);
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw unreachable();
  }
}

/** @param {{signal?: AbortSignal, keepalive?: boolean}} [options] keepalive: it is sent though the page is closed */
async function request(method, path, body, { signal, keepalive } = {}) {
  const headers = { Accept: "application/json" };
  // The server accepts writes as JSON only, even without a body.
  if (method !== "GET") headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(apiUrl(path), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
      keepalive,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw unreachable();
  }
  if (!response.ok) throw await errorFrom(response);
  return response;
}

async function errorFrom(response) {
  let body = {};
  try {
    body = (await response.json()) ?? {};
  } catch {
    // A proxy may answer in HTML.
  }
  const message = typeof body.error === "string" ? body.error : defaultMessage(response.status);
  return new ApiError(response.status, message, {
    problems: Array.isArray(body.problems) ? body.problems : [],
    state: body.state ?? null,
    missing: body.missing ?? null,
  });
}

function defaultMessage(status) {
  if (status === 404) return t("page.play.error.not_found");
  if (status === 413) return t("page.play.error.too_long");
  if (status === 429) return t("page.play.error.too_many");
  if (status >= 500) return t("page.play.error.server");
  return t("page.play.error.refused", { status: String(status) });
}

/**
 * Send a request whose answer comes line by line (NDJSON).
 * Resolves when the stream ends or `signal` aborts it.
 * @param {(line: object) => void} onLine
 * @param {AbortSignal} [signal]
 */
export async function stream(path, body, onLine, signal) {
  try {
    const response = await request("POST", path, body, { signal });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      rest += value ?? "";
      const lines = rest.split("\n");
      rest = done ? "" : lines.pop();
      for (const line of lines) {
        if (signal?.aborted) return;
        if (line.trim()) onLine(JSON.parse(line));
      }
      if (done) return;
    }
  } catch (error) {
    if (signal?.aborted || error.name === "AbortError") return;
    if (error instanceof ApiError) throw error;
    if (error instanceof TypeError || error instanceof SyntaxError) throw unreachable();
    throw error;
  }
}
