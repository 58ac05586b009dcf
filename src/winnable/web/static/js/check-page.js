// "Check your program": drop a student's program, see what is right about it and what is not.
// The server has this page only on the user's own computer, because it runs the program.

import { say } from "./announce.js";
import { get, stream } from "./api.js";
import { button, el, icon, keepFocus, replace, uniqueId } from "./dom.js";
import { ICONS } from "./icons.js";
import { reportHeadline, reportView } from "./judge-report.js";
import { errorText, showError } from "./page-states.js";

const LOST = "The connection to the server was lost. Drop the program again.";

/** @param {HTMLElement} root */
export async function show(root) {
  const info = await get("/judge");
  document.title = "Check your program · Winnable";
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
    el("h1", {}, "Check your program"),
    el(
      "p",
      { class: "lead" },
      "Have you written one of these games for a course? Find out what it does right, and what it does not.",
    ),
    children,
  );
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
      el("option", { value: "" }, "Find out from the program"),
      handouts.map(({ name, title }) => el("option", { value: name }, title)),
    );
    this.handout.addEventListener("change", () => this.program && this.check());
    this.zone = el(
      "div",
      { class: "drop-zone" },
      icon(ICONS.share, { class: "icon drop-icon" }),
      el("p", { class: "drop-text" }, "Drop your program here, or"),
      el("label", { class: "button primary file-button" }, this.input, "Choose a file"),
    );
    this.progressBar = el("progress", { "aria-label": "Progress" });
    this.progressText = el("span", { class: "numbers" });
    this.cancel = button("Cancel", { "data-action": "cancel", onclick: () => this.stop() });
    this.busy = el(
      "div",
      { class: "checking", hidden: true, "data-field": "checking" },
      el("p", {}, this.progressText),
      this.progressBar,
      this.cancel,
    );
    return el(
      "section",
      { class: "panel check-form", "aria-label": "Your program" },
      this.zone,
      el(
        "div",
        { class: "check-options" },
        el("label", { class: "label", for: this.handout.id }, "Handout"),
        this.handout,
        el(
          "p",
          { class: "small muted" },
          "The program runs on this computer, in a sandbox. It is sent nowhere else, and not kept.",
        ),
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
      if (files.length > 1) this.refuse("Drop one program at a time.");
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
      return this.refuse(`${file.name} cannot be read. If it is a folder, drop the program in it.`);
    }
    if (!bytes.length) return this.refuse(`${file.name} is empty. Save the program first.`);
    if (bytes.includes(0)) return this.refuse(`${file.name} is not a Python program: it is not a text.`);
    this.program = { file: file.name, source: new TextDecoder().decode(bytes) };
    return this.check();
  }

  problemWith({ name, size }) {
    if (/\.ipynb$/i.test(name)) return `${name} is a notebook. Save it as a Python program (.py) first.`;
    if (/\.zip$/i.test(name)) return `${name} is an archive. Unpack it, and drop the program.`;
    if (size > this.maxBytes) return `${name} is too large: a program has at most 200 KB.`;
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
    this.showProgress(`Checking ${file}…`);
    this.setBusy(true);
    say(`Checking ${file}.`);
    let result = null;
    const onLine = (line) => {
      if (line.kind === "queued" && line.ahead) this.showProgress("Waiting for another check to end…");
      else if (line.kind === "checks") this.showProgress(`Checking ${file}: ${line.done} of ${line.total} checks`, line);
      else if (line.kind !== "queued") result = line;
    };
    try {
      await stream("/judge", { file, source, handout: this.handout.value || null }, onLine, running.signal);
    } catch (error) {
      result = { kind: "error", text: errorText(error) };
    }
    if (running.signal.aborted) return; // another program is being checked, or none
    if (result?.kind === "report") this.showReport(result);
    else this.refuse(result?.text ?? LOST);
  }

  stop() {
    this.running?.abort();
    this.setBusy(false);
    say("Cancelled.");
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
