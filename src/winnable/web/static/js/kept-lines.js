// The lines beside a game: choosing one, keeping what was tried, renaming and deleting.

import { isSameLine, withId } from "./analysis-path.js";
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
   * @param {() => Promise<void>} options.settled when everything that was tried has its answer
   * @param {(line: import("./analysis-path.js").Line|null) => void} options.onChoose
   * @param {() => void} options.focusElsewhere what had the focus is gone
   */
  constructor({ path, canKeep, kept, settled, onChoose, focusElsewhere }) {
    Object.assign(this, { path, canKeep, settled, onChoose, focusElsewhere });
    this.use(kept);
    this.isClosed = false;
    this.error = el("p", { class: "error-text", hidden: true });
    this.list = el("ul", { class: "line-list" });
    this.invitation = el("p", { class: "small" }, t(canKeep ? "page.analysis.try_and_keep" : "page.analysis.try"));
    /** The line that is shown, if one is. */
    this.current = el("div", { class: "current-line" });
    this.node = el("section", { class: "lines", "aria-label": t("page.analysis.lines") }, this.invitation, this.list);
  }

  /** The page is left: what is still being sent changes nothing that is shown. */
  destroy() {
    this.isClosed = true;
  }

  use(kept) {
    this.kept = { ...kept, lines: kept.lines.map(withId) };
    /** Every line with those beside it, as they are listed. */
    this.all = this.kept.lines.flatMap((line) => [line, ...sideLines(line)]);
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
      this.all.map((one) => el("li", { class: one.isSide ? "side-line" : null }, this.choice(one, line))),
    );
    if (!focused || focused.contains(document.activeElement)) return;
    const instead = focused.querySelector("button");
    if (instead) instead.focus({ preventScroll: true });
    else this.focusElsewhere();
  }

  choice(one, shown) {
    const isShown = one === shown || (!one.isSide && one.number === shown?.number);
    return button([el("span", { class: "line-name" }, this.nameOf(one)), el("span", { class: "small muted" }, this.from(one))], {
      class: "line-choice",
      "data-line": one.isSide ? "side" : String(one.number),
      "aria-current": isShown ? "true" : null,
      onclick: () => this.onChoose(one),
    });
  }

  /** Where a line begins. */
  from(line) {
    if (line.leaves?.number) {
      return t("page.analysis.after_line_move", { number: String(line.leaves.number), name: this.nameOf(line.leaves.line) });
    }
    return t(line.moves_made ? "page.analysis.after_move" : "page.analysis.from_start", { number: String(line.moves_made) });
  }

  nameOf(line) {
    return line.name || (line.isSide ? t("page.analysis.side_line") : this.defaultName(line));
  }

  currentLine(path) {
    const { line } = path;
    const action = (name, onclick, kind = "quiet") =>
      button(t(`page.analysis.${name}`), { class: kind, "data-action": `${name.replaceAll("_", "-")}`, onclick });
    const isKept = this.canKeep && line.number !== null;
    const name = line.name || (line.isSide ? this.nameOf(line) : t("page.analysis.unnamed"));
    // The server refuses to keep it; only wins of the review are shown all the same.
    const isHidden = Boolean(this.canKeep && line.isWin && path.showsOtherCards);
    return [
      el("h2", { "data-field": "line-name", "data-unnamed": !line.name && !line.isSide }, name),
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
    if (line.number !== null) return this.save(path, line, line.name || this.defaultName(line));
    const suggestion = line.name || this.defaultName({ number: null });
    const name = await askName(t("page.analysis.keep_title"), suggestion, t("page.analysis.keep"));
    return name && this.save(path, line, name);
  }

  async rename(path) {
    const { line } = path;
    const name = await askName(t("page.analysis.rename_title"), line.name, t("page.analysis.rename"));
    if (name) await this.save(path, line, name);
  }

  async save(path, wanted, name) {
    await this.settled();
    // It may have changed meanwhile, or another line may be shown now.
    const line = path.line?.id === wanted.id ? path.line : wanted.number === null ? wanted : this.keptOf(wanted);
    if (!line || line.steps.some((step) => step.isRefused)) return; // what was tried has been taken back
    const body = { revision: this.kept.revision, name, ...path.asked(line) };
    const send = () =>
      line.number === null ? post(`${this.path}/lines`, body) : put(`${this.path}/lines/${line.number}`, body);
    await this.change(send, line, (kept) => {
      if (path.line?.id === line.id) follow(path, line, kept);
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
    const number = this.keptOf(line)?.number;
    if (number === undefined) return;
    const send = () => del(`${this.path}/lines/${number}`, { revision: this.kept.revision });
    await this.change(send, line, () => say(t("page.analysis.deleted")), { isGone: true });
  }

  /** Send a change of a line; where the lines were changed in another window, show them as they are now. */
  async change(send, line, onDone, { isGone = false } = {}) {
    try {
      const answer = await send();
      if (this.isClosed) return;
      onDone(this.apply(answer, line));
      this.renumber();
      if (isGone) this.onChoose(null);
      else this.onChoose(this.shown.line, { isSame: true });
    } catch (error) {
      if (this.isClosed) return;
      if (error.status === 409) await this.reload();
      showError(this.error, error);
    }
  }

  /** Do what the server has done. @returns {import("./analysis-path.js").Line|null} the line that is kept now */
  apply({ revision, removed, line: kept }, sent) {
    const old = this.kept.lines.find(({ number }) => number === removed);
    const left = this.kept.lines
      .filter((line) => line !== old)
      .map((line) => (removed !== null && line.number > removed ? { ...line, number: line.number - 1 } : line));
    if (!kept) {
      this.use({ revision, lines: left });
      return null;
    }
    // Moves of the game with which it began are not its own.
    const steps = sent.steps.slice(kept.moves_made - sent.moves_made);
    const line = { id: sent.id, side_lines: old?.side_lines ?? [], ...kept, steps };
    const others = left.map((one) => (one.number >= kept.number ? { ...one, number: one.number + 1 } : one));
    const lines = [...others, line].sort((one, other) => one.number - other.number);
    this.use({ revision, lines });
    return line;
  }

  /** A kept line as it is in the list now. */
  keptOf(line) {
    return this.kept.lines.find(({ id }) => id === line.id);
  }

  /** The line that is shown may have another number now. */
  renumber() {
    const { line } = this.shown;
    const now = line && line.number !== null && this.keptOf(line);
    if (now) this.shown.line = line.isChanged ? { ...line, number: now.number } : now;
  }

  async reload() {
    const found = await get(this.path).catch(() => null);
    if (!found || this.isClosed) return;
    const { line } = this.shown;
    const before = this.kept.lines;
    const idOf = (one) => before.find((other) => isSameLine(one, other))?.id;
    this.use({ ...found.kept, lines: found.kept.lines.map((one) => ({ ...one, id: idOf(one) })) });
    // Other lines may have its number now; where it is not there any more, it is one that was tried.
    if (line && line.number !== null) this.shown.line = { ...line, number: this.keptOf(line)?.number ?? null };
    this.show(this.shown);
  }
}

/** The lines that leave a line, and those that leave them: each with all the moves after the game. */
function sideLines(line) {
  return (line.side_lines ?? []).flatMap((side) => {
    const steps = [...line.steps.slice(0, side.moves_made), ...side.steps];
    const leaves = { line, number: side.moves_made };
    const here = withId({ ...side, steps, moves_made: line.moves_made, isSide: true, leaves });
    // What leaves it counts its moves only.
    const inner = (side.side_lines ?? []).map((one) => ({ ...one, moves_made: one.moves_made + side.moves_made }));
    return [here, ...sideLines({ ...here, side_lines: inner })];
  });
}

/** Go on along the line that is kept now; more may have been tried since it was sent. */
function follow(path, sent, kept) {
  const more = path.line.steps.slice(sent.steps.length);
  const { index } = path;
  path.line = more.length ? { ...kept, steps: [...kept.steps, ...more], isChanged: true } : kept;
  path.goTo(index);
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
