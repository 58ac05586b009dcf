// Files the player can download: records, and the picture of a result as SVG or PNG.

import { ApiError, apiUrl, getText } from "./api.js";
import { t } from "./l10n.js";

const MIN_WIDTH = 1200; // of a PNG

const picturePath = (key) => `/shared/${encodeURIComponent(key)}/picture.svg`;

/** The address of the picture of a shared game. */
export function resultPictureUrl(key) {
  return apiUrl(picturePath(key));
}

/** Offer a file for download. */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Once the download has started it keeps the data itself.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function saveSvg(key, name) {
  const drawing = await getText(picturePath(key));
  saveFile(new Blob([drawing], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(key, name) {
  const drawing = await getText(picturePath(key));
  saveFile(await renderPng(drawing), `${name}.png`);
}

async function renderPng(drawing) {
  const url = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.max(1, MIN_WIDTH / image.naturalWidth);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("no image");
    return blob;
  } catch {
    throw new ApiError(0, t("page.share.no_png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
