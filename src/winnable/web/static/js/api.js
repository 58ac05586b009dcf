// The server's HTTP API. Every failure is an ApiError whose message can be shown to the player.

const ROOT = "/api/v1";
const UNREACHABLE = "The server is not responding. Check that it is running and try again.";

/** A request that failed. Status 0: the server was not reached. */
export class ApiError extends Error {
  constructor(status, message, { problems = [], state = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    /** @type {string[]} every reason why a move is not legal */
    this.problems = problems;
    /** The game as it is now (409), or null. */
    this.state = state;
  }
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

async function requestJson(method, path, body, { signal } = {}) {
  const response = await request(method, path, body, signal);
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, UNREACHABLE);
  }
}

async function request(method, path, body, signal) {
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
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, UNREACHABLE);
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
  });
}

function defaultMessage(status) {
  if (status === 404) return "There is nothing here.";
  if (status === 413) return "That is too long.";
  if (status === 429) return "Too many requests. Wait a moment and try again.";
  if (status >= 500) return "The server has a problem. Wait a moment and try again.";
  return `The server refused the request (${status}).`;
}

/**
 * Send a request whose answer comes line by line (NDJSON).
 * Resolves when the stream ends or `signal` aborts it.
 * @param {(line: object) => void} onLine
 * @param {AbortSignal} [signal]
 */
export async function stream(path, body, onLine, signal) {
  try {
    const response = await request("POST", path, body, signal);
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
    if (error instanceof TypeError || error instanceof SyntaxError) throw new ApiError(0, UNREACHABLE);
    throw error;
  }
}
