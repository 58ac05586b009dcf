// The picture of a result, as the server draws it (SVG) and as an image for places that want one (PNG).

import { address, ApiError, text } from "./api.js";

const WIDE = 1200;

/** The address of the picture of a shared game. */
export function pictureAddress(key) {
  return address(`/shared/${encodeURIComponent(key)}/picture.svg`);
}

/** Hand the player a file. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the data once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Download the picture as SVG. */
export async function saveSvg(key, name) {
  save(
    new Blob([await text(`/shared/${encodeURIComponent(key)}/picture.svg`)], { type: "image/svg+xml" }),
    `${name}.svg`,
  );
}

/** Download the picture as PNG, drawn by this browser. */
export async function savePng(key, name) {
  const drawing = await text(`/shared/${encodeURIComponent(key)}/picture.svg`);
  save(await paint(drawing), `${name}.png`);
}

async function paint(drawing) {
  const url = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.max(1, WIDE / image.naturalWidth);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("no image");
    return blob;
  } catch {
    throw new ApiError(0, "This browser cannot make the image. The SVG will do.");
  } finally {
    URL.revokeObjectURL(url);
  }
}
