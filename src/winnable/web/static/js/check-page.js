// "Check your program": drop a student's program, see what is right about it and what is not.
// The server has this page only on the user's own computer, because it runs the program.

import { say } from "./announce.js";
import { get, stream } from "./api.js";
import { button, el, icon, keepFocus, replace, uniqueId } from "./dom.js";
import { ICONS } from "./icons.js";
import { reportHeadline, reportView } from "./judge-report.js";
import { t } from "./l10n.js";
import { errorText, showError } from "./page-states.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const info = await get("/judge");
  document.title = t("page.title", { page: t("page.check.title") });
  if (info.problem) {
    replace(root, content(el("div", { class: "panel" }, el("p", { "data-field": "problem" }, sentence(info.problem)))));
    return undefined;
  }
  const page = new CheckPage(info);
  replace(root, content(page.form, page.report));
  return () => page.leave();
}

function content(...children) {
  return el(
    "div",
    { class: "content check" },
    el("h1", {}, t("page.check.title")),
    el("p", { class: "lead" }, t("page.check.lead")),
    children,
  );
}

function checksText(file, { done, total }) {
  return t("page.check.checking_count", { file, done, count: total });
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

class CheckPage {
  constructor({ handouts, max_bytes: maxBytes }) {
    this.maxBytes = maxBytes;
    /** @type {{file: string, source: string}|null} the program that was dropped last */
    this.program = null;
    /** @type {AbortController|null} stops the check that is under way */
    this.running = null;
    this.report = el("div", { class: "report", "data-field": "report" });
    this.form = this.makeForm(handouts);
    this.stopListening = this.acceptDrops();
  }

  leave() {
    this.stopListening();
    this.running?.abort();
  }

  // ---- the form ----

  makeForm(handouts) {
    this.error = el("p", { class: "error-text", id: uniqueId("error"), hidden: true });
    this.input = el("input", {
      type: "file",
      class: "visually-hidden",
      accept: ".py,text/x-python,text/plain",
      "aria-describedby": this.error.id,
      "data-field": "program",
    });
    this.input.addEventListener("change", () => {
      const [file] = this.input.files;
      if (file) this.take(file);
      this.input.value = ""; // so that the same file can be chosen again
    });
    this.handout = el(
      "select",
      { id: uniqueId("handout"), "data-field": "handout" },
      el("option", { value: "" }, t("page.check.find_handout")),
      handouts.map(({ name, title }) => el("option", { value: name }, title)),
    );
    this.handout.addEventListener("change", () => this.program && this.check());
    this.zone = el(
      "div",
      { class: "drop-zone" },
      icon(ICONS.share, { class: "icon drop-icon" }),
      el("p", { class: "drop-text" }, t("page.check.drop")),
      el("label", { class: "button primary file-button" }, this.input, t("page.check.choose_file")),
    );
    this.progressBar = el("progress", { "aria-label": t("page.check.progress") });
    this.progressText = el("span", { class: "numbers" });
    this.cancel = button(t("page.check.cancel"), { "data-action": "cancel", onclick: () => this.stop() });
    this.busy = el(
      "div",
      { class: "checking", hidden: true, "data-field": "checking" },
      el("p", {}, this.progressText),
      this.progressBar,
      this.cancel,
    );
    return el(
      "section",
      { class: "panel check-form", "aria-label": t("page.check.your_program") },
      this.zone,
      el(
        "div",
        { class: "check-options" },
        el("label", { class: "label", for: this.handout.id }, t("page.check.handout")),
        this.handout,
        el("p", { class: "small muted" }, t("page.check.privacy")),
      ),
      this.error,
      this.busy,
    );
  }

  /** A file may be dropped anywhere on the page: elsewhere the browser would open it and leave. */
  acceptDrops() {
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    const onDragOver = (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      this.zone.classList.add("over");
    };
    const onDragLeave = (event) => {
      if (!event.relatedTarget) this.zone.classList.remove("over"); // it has left the window
    };
    const onDrop = (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.zone.classList.remove("over");
      const { files } = event.dataTransfer;
      if (files.length > 1) this.refuse(t("page.check.one_at_a_time"));
      else if (files.length === 1) this.take(files[0]);
    };
    const listeners = { dragover: onDragOver, dragleave: onDragLeave, drop: onDrop };
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
    };
  }

  // ---- a program ----

  /** Read a file and check it. @param {File} file */
  async take(file) {
    this.error.hidden = true;
    const problem = this.problemWith(file);
    if (problem) return this.refuse(problem);
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      return this.refuse(t("page.check.unreadable", { file: file.name }));
    }
    if (!bytes.length) return this.refuse(t("page.check.empty", { file: file.name }));
    if (bytes.includes(0)) return this.refuse(t("page.check.not_text", { file: file.name }));
    this.program = { file: file.name, source: new TextDecoder().decode(bytes) };
    return this.check();
  }

  problemWith({ name, size }) {
    if (/\.ipynb$/i.test(name)) return t("page.check.notebook", { file: name });
    if (/\.zip$/i.test(name)) return t("page.check.archive", { file: name });
    if (size > this.maxBytes) return t("page.check.too_large", { file: name, kilobytes: Math.floor(this.maxBytes / 1000) });
    return null;
  }

  refuse(reason) {
    this.running?.abort();
    this.setBusy(false);
    replace(this.report); // it was about another program
    showError(this.error, reason);
  }

  /** Check the program. Another check that is under way is stopped. */
  async check() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.error.hidden = true;
    const { file, source } = this.program;
    this.showProgress(t("page.check.checking", { file }));
    this.setBusy(true);
    say(t("page.check.checking", { file }));
    let result = null;
    const onLine = (line) => {
      if (line.kind === "queued" && line.ahead) this.showProgress(t("page.check.waiting"));
      else if (line.kind === "checks") this.showProgress(checksText(file, line), line);
      else if (line.kind !== "queued") result = line;
    };
    try {
      await stream("/judge", { file, source, handout: this.handout.value || null }, onLine, running.signal);
    } catch (error) {
      result = { kind: "error", text: errorText(error) };
    }
    if (running.signal.aborted) return; // another program is being checked, or none
    if (result?.kind === "report") this.showReport(result);
    else this.refuse(result?.text ?? t("page.check.connection_lost"));
  }

  stop() {
    this.running?.abort();
    this.setBusy(false);
    say(t("page.check.cancelled"));
  }

  showProgress(text, { done, total } = {}) {
    this.progressText.textContent = text;
    if (total) {
      this.progressBar.max = total;
      this.progressBar.value = done;
    } else {
      this.progressBar.removeAttribute("value");
    }
  }

  setBusy(isBusy) {
    const change = () => {
      this.busy.hidden = !isBusy;
    };
    keepFocus(this.busy, change, () => this.input.focus());
    this.report.classList.toggle("outdated", isBusy);
  }

  showReport(report) {
    this.setBusy(false);
    replace(this.report, reportView(report));
    const heading = this.report.querySelector("h2");
    heading.scrollIntoView({ block: "nearest" });
    say(reportHeadline(report));
  }
}
