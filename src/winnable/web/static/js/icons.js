// Icons as SVG paths, drawn in strokes on a 24 by 24 grid.

export const ICONS = {
  close: "M6 6l12 12M18 6L6 18",
  undo: "M9 14L4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "M15 14l5-5-5-5M20 9H10a5.5 5.5 0 0 0 0 11h3",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.7 10.7c.8.7 1.2 1.4 1.2 2.3h5c0-.9.4-1.6 1.2-2.3A6 6 0 0 0 12 3z",
  "auto-finish": "M5 3.5h14M12 20V8M6.5 13L12 7.5l5.5 5.5",
  deal: "M4 4h9v12H4zM18 8v12M14.5 16.5L18 20l3.5-3.5",
  new: "M12 5v14M5 12h14",
  restart: "M4.6 13.5A7.5 7.5 0 1 0 7 6.4L4.5 9M4.5 4v5h5",
  lamp: "M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  review: "M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15.6 15.6L21 21M10.5 7v3.8l2.4 1.5",
  share: "M12 15V3.5M7.5 8L12 3.5 16.5 8M5 12.5V20h14v-7.5",
  rules: "M12 6.5C10 5 7 4.5 3.5 4.8v13.4c3.5-.3 6.5.2 8.5 1.8 2-1.6 5-2.1 8.5-1.8V4.8C17 4.5 14 5 12 6.5zM12 6.5V20",
  type: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 10h.01M8 14h8",
  where: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20.5 20.5",
  options: "M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5",
  autoplay: "M5 4.5v15l6.5-7.5zM13 4.5v15l6.5-7.5z",
  "give-up": "M6 21V4h12l-2.5 4L18 12H6",
  watch: "M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  odds: "M4 12.5l5 5L20 6.5",
  "read-board": "M4 6h16M4 11h16M4 16h10",
  moves: "M4 7h11M11 3l4 4-4 4M20 17H9M13 13l-4 4 4 4",
  help: "M8.8 9a3.2 3.2 0 1 1 4.6 2.9c-.9.5-1.4 1.1-1.4 2.3M12 18.2v.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  play: "M8 5.5v13l11-6.5z",
  pause: "M8 5v14M16 5v14",
  first: "M18 6l-8 6 8 6zM6 6v12",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M6 6l8 6-8 6zM18 6v12",
  open: "M9 5l7 7-7 7",
};

/** Each verdict has a shape of its own, so that colour is not needed to tell them apart. */
export const VERDICT_ICONS = {
  winnable: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM7.8 12.3l3 3 5.4-6",
  lost: "M4 4h16v16H4zM8.5 8.5l7 7M15.5 8.5l-7 7",
  unsettled: "M12 2.8L21.2 12 12 21.2 2.8 12zM12 8v5M12 16v.01",
  thinking: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12h.01M12 12h.01M16 12h.01",
};
