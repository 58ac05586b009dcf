// The lines beside a game: choosing one, keeping what was tried, renaming and deleting.

import { isSameLine } from "./analysis-path.js";
import { say } from "./announce.js";
import { del, get, post, put } from "./api.js";
import { confirm, openDialog } from "./dialogs.js";
import { button, el, replace, uniqueId } from "./dom.js";
import { t } from "./l10n.js";
import { showError } from "./page-states.js";

const MAX_NAME = 60;

export class KeptLines {
  /**
   * @param {object} options
   * @param {string} options.path of the analysis in the API
   * @param {boolean} options.canKeep whether the game is the player's own
   * @param {{revision?: string, lines: import("./analysis-path.js").Line[]}} options.kept
   * @param {(line: import("./analysis-path.js").Line|null) => void} options.onChoose
   * @param {() => void} options.focusElsewhere what had the focus is gone
   */
  constructor({ path, canKeep, kept, onChoose, focusElsewhere }) {
    Object.assign(this, { path, canKeep, kept, onChoose, focusElsewhere });
    this.error = el("p", { class: "error-text", hidden: true });
    this.list = el("ul", { class: "line-list" });
    this.invitation = el("p", { class: "small" }, t(canKeep ? "page.analysis.try_and_keep" : "page.analysis.try"));
    /** The line that is shown, if one is. */
    this.current = el("div", { class: "current-line" });
    this.node = el("section", { class: "lines", "aria-label": t("page.analysis.lines") }, this.invitation, this.list);
  }

  /** @param {import("./analysis-path.js").AnalysisPath} path */
  show(path) {
    const { line } = path;
    const focused = [this.current, this.node].find((one) => one.contains(document.activeElement));
    this.error.hidden = true;
    this.shown = path;
    this.invitation.hidden = line !== null;
    replace(this.current, line && this.currentLine(path), this.error);
    replace(
      this.list,
      this.kept.lines.map((one) =>
        el(
          "li",
          {},
          button([el("span", { class: "line-name" }, one.name || this.defaultName(one)), this.from(one)], {
            class: "line-choice",
            "data-line": String(one.number),
            "aria-current": line?.number === one.number ? "true" : null,
            onclick: () => this.onChoose(one),
          }),
        ),
      ),
    );
    if (!focused || focused.contains(document.activeElement)) return;
    const instead = focused.querySelector("button");
    if (instead) instead.focus({ preventScroll: true });
    else this.focusElsewhere();
  }

  from(line) {
    const key = line.moves_made ? "page.analysis.after_move" : "page.analysis.from_start";
    return el("span", { class: "small muted" }, t(key, { number: String(line.moves_made) }));
  }

  currentLine(path) {
    const { line } = path;
    const action = (name, onclick, kind = "quiet") =>
      button(t(`page.analysis.${name}`), { class: kind, "data-action": `${name.replaceAll("_", "-")}`, onclick });
    const isKept = this.canKeep && line.number !== null;
    // The server refuses to keep it; only wins of the review are shown all the same.
    const isHidden = Boolean(this.canKeep && line.isWin && path.showsOtherCards);
    return [
      el("h2", { "data-field": "line-name" }, line.name || t("page.analysis.unnamed")),
      el(
        "p",
        { class: "actions" },
        action("leave_line", () => this.onChoose(null)),
        this.canKeep && path.canKeep && !isHidden && action("keep_line", () => this.keep(path), "primary"),
        isKept && action("rename_line", () => this.rename(path)),
        isKept && action("delete_line", () => this.remove(line)),
      ),
      isHidden && el("p", { class: "small" }, t("page.analysis.unseen_win")),
    ];
  }

  defaultName({ number }) {
    return t("page.analysis.default_name", { number: String((number ?? this.kept.lines.length) + 1) });
  }

  /** Keep what was tried; a kept line that has grown keeps its name. */
  async keep(path) {
    const { line } = path;
    if (line.number !== null) return this.save(path, line.name || this.defaultName(line));
    const suggestion = line.name || this.defaultName({ number: null });
    const name = await askName(t("page.analysis.keep_title"), suggestion, t("page.analysis.keep"));
    return name && this.save(path, name);
  }

  async rename(path) {
    const name = await askName(t("page.analysis.rename_title"), path.line.name, t("page.analysis.rename"));
    if (name) await this.save(path, name);
  }

  async save(path, name) {
    const { number } = path.line;
    const body = { revision: this.kept.revision, name, ...path.lineBranch };
    const send = () =>
      number === null ? post(`${this.path}/lines`, body) : put(`${this.path}/lines/${number}`, body);
    const index = path.index;
    await this.change(send, (kept) => {
      path.line = kept.lines.find((one) => one.number === kept.number) ?? null;
      path.goTo(index);
      say(t("page.analysis.kept", { name }));
    });
  }

  async remove(line) {
    const isSure = await confirm({
      title: t("page.analysis.delete_title", { name: line.name || this.defaultName(line) }),
      text: t("page.analysis.delete_text"),
      yes: t("page.analysis.delete"),
      no: t("page.analysis.cancel"),
      isDangerous: true,
    });
    if (!isSure) return;
    const send = () => del(`${this.path}/lines/${line.number}`, { revision: this.kept.revision });
    await this.change(send, () => say(t("page.analysis.deleted")), { isGone: true });
  }

  /** Send a change; where the lines were changed in another window, show them as they are now. */
  async change(send, onDone, { isGone = false } = {}) {
    try {
      this.kept = await send();
      onDone(this.kept);
      if (isGone) this.onChoose(null);
      else this.onChoose(this.shown.line, { isSame: true });
    } catch (error) {
      if (error.status === 409) await this.reload();
      showError(this.error, error);
    }
  }

  async reload() {
    const found = await get(this.path).catch(() => null);
    if (!found) return;
    const { line } = this.shown;
    const before = this.kept.lines.find((one) => one.number === line?.number);
    this.kept = found.kept;
    if (before) {
      // Other lines may have its number now; where it is not there any more, it is one that was tried.
      const now = this.kept.lines.find((one) => isSameLine(one, before));
      this.shown.line = { ...line, number: now?.number ?? null };
    }
    this.show(this.shown);
  }
}

/** @returns {Promise<string|null>} */
async function askName(title, suggestion, yes) {
  const input = el("input", { id: uniqueId("name"), maxlength: MAX_NAME, value: suggestion, autocomplete: "off", "data-field": "line-name-input", autofocus: true });
  const error = el("p", { class: "error-text", hidden: true });
  const { result } = openDialog({
    title,
    name: "line",
    body: [el("label", { class: "label", for: input.id }, t("page.analysis.name")), input, error],
    check: () => {
      if (input.value.trim()) return input.value.trim();
      showError(error, t("page.analysis.name_missing"));
      return false;
    },
    buttons: [
      { label: t("page.analysis.cancel"), action: "cancel" },
      { label: yes, kind: "primary", action: "save" },
    ],
  });
  input.select();
  return result;
}
