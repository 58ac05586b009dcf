// The server's API, as promises. Every failure is an ApiError with one friendly line,
// so that a page can show `error.message` whatever went wrong.

const ROOT = "/api/v1";
const GONE = "The server does not answer. Check that it is running and try again.";

/** A question the server did not answer as hoped; status 0: it was not reached at all. */
export class ApiError extends Error {
  constructor(status, message, { problems = [], state = null, retryAfter = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    /** @type {string[]} every reason, in words */
    this.problems = problems;
    /** The table as it is now (409), or null. */
    this.state = state;
    /** Seconds after which asking again makes sense, or null. */
    this.retryAfter = retryAfter;
  }
}

/** The address of something under the API. */
export function address(path) {
  return path.startsWith("/api/") ? path : ROOT + path;
}

export const get = (path, options) => ask("GET", path, undefined, options);
export const post = (path, body = {}, options) => ask("POST", path, body, options);
export const put = (path, body = {}, options) => ask("PUT", path, body, options);
export const del = (path, body, options) => ask("DELETE", path, body, options);

/** The text of something that is no JSON: a record, a board, a picture. */
export async function text(path, { signal } = {}) {
  const answer = await send("GET", path, undefined, signal);
  return answer.text();
}

async function ask(method, path, body, { signal } = {}) {
  const answer = await send(method, path, body, signal);
  if (answer.status === 204) return null;
  try {
    return await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, GONE);
  }
}

async function send(method, path, body, signal) {
  const headers = { Accept: "application/json" };
  // A write without a body is still sent as JSON: the server takes nothing else.
  if (method !== "GET") headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(address(path), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, GONE);
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer) {
  let said = {};
  try {
    said = (await answer.json()) ?? {};
  } catch {
    // A proxy in between may answer in HTML.
  }
  const message = typeof said.error === "string" ? said.error : usual(answer.status);
  return new ApiError(answer.status, message, {
    problems: Array.isArray(said.problems) ? said.problems : [],
    state: said.state ?? null,
    retryAfter: Number(answer.headers.get("Retry-After")) || null,
  });
}

function usual(status) {
  if (status === 404) return "There is nothing here.";
  if (status === 413) return "That is too long.";
  if (status === 429) return "That was a little fast. Wait a moment and try again.";
  if (status >= 500) return "The server is busy or unwell. Wait a moment and try again.";
  return `The server refused this (${status}).`;
}

/**
 * Ask something whose answer comes line by line (ndjson).
 * Ends when the stream ends, and quietly when `signal` calls it off.
 * @param {(line: object) => void} onLine
 * @param {AbortSignal} [signal]
 */
export async function stream(path, body, onLine, signal) {
  try {
    const answer = await send("POST", path, body ?? {}, signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
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
    if (error instanceof TypeError || error instanceof SyntaxError) throw new ApiError(0, GONE);
    throw error;
  }
}
