// The lamp of an analysis: whether the position that is shown can be won. The review knows the
// positions of the game; for one that was tried, the coach is asked.

import { say } from "./announce.js";
import { stream } from "./api.js";
import { el, icon, replace } from "./dom.js";
import { VERDICT_ICONS } from "./icons.js";
import { t } from "./l10n.js";
import { errorText } from "./page-states.js";

const PAUSE = 150; // milliseconds: whoever steps on quickly asks about the last position only

export class PositionVerdict {
  /** @param {string} path of the analysis in the API */
  constructor(path) {
    this.path = path;
    this.request = new AbortController();
    this.icon = el("span", { class: "verdict-icon" });
    this.text = el("span", {});
    this.details = el("p", { class: "small", "data-field": "verdict-details" });
    this.more = el("details", { class: "verdict-more", hidden: true }, el("summary", {}, t("page.analysis.details")), this.details);
    this.line = el("p", { class: "position-verdict", "data-field": "verdict" }, this.icon, this.text);
    this.node = el("div", { class: "verdict-area" }, this.line, this.more);
  }

  destroy() {
    this.request.abort();
  }

  /** The verdict in words; empty while the coach thinks, who says it afterwards. */
  get known() {
    return this.line.dataset.verdict === "thinking" ? "" : this.text.textContent;
  }

  /** @param {string|null} verdict null: nothing is known @param {string} text @param {string} [details] */
  show(verdict, text = "", details = "") {
    this.request.abort();
    this.render({ verdict, text, details });
  }

  render({ verdict, text, details = "" }) {
    if (verdict) this.line.dataset.verdict = verdict;
    else delete this.line.dataset.verdict;
    replace(this.icon, verdict && icon(VERDICT_ICONS[verdict]));
    this.text.textContent = text;
    this.details.textContent = details;
    this.more.hidden = !details;
  }

  /** Ask the coach about a position that was tried. @param {(evaluation: object) => void} onFinal */
  async ask(branch, onFinal) {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.render({ verdict: "thinking", text: t("page.analysis.thinking") });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (signal.aborted) return;
    let isAnswered = false;
    const receive = (line) => {
      isAnswered ||= line.final || line.kind === "error" || line.kind === "stopped";
      this.receive(line, onFinal);
    };
    try {
      await stream(`${this.path}/evaluation`, branch, receive, signal);
      if (!signal.aborted && !isAnswered) this.fail(t("page.analysis.interrupted"));
    } catch (error) {
      if (!signal.aborted) this.fail(errorText(error));
    }
  }

  fail(details) {
    this.render({ verdict: "unsettled", text: t("page.analysis.no_verdict"), details });
  }

  receive(line, onFinal) {
    if (line.kind === "queued" && line.ahead) {
      this.render({ verdict: "thinking", text: t("page.analysis.waiting", { count: line.ahead }) });
    } else if (line.kind === "error" || line.kind === "stopped") this.fail(line.text);
    else if (line.kind === "evaluation" && line.final) {
      this.render(line);
      say(line.text);
      onFinal(line);
    } else if (line.kind === "evaluation") this.render({ ...line, text: t("page.analysis.so_far", { text: line.text }) });
  }
}
