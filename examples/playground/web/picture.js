// A picture for the tiles: cut and scaled here, never sent anywhere.

/** Pixels on the longer side: enough for any screen, and small enough for a phone. */
const SIDE = 1024;

/** Cuts the middle of an image to the proportions of a board, and returns it as an address for CSS. */
export async function prepare(file, rows, cols) {
  const image = await createImageBitmap(file);
  const scale = Math.max(cols / image.width, rows / image.height);
  const [width, height] = [cols / scale, rows / scale];
  const unit = SIDE / Math.max(rows, cols);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(cols * unit);
  canvas.height = Math.round(rows * unit);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, (image.width - width) / 2, (image.height - height) / 2, width, height, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/jpeg', 0.88); });
  if (!blob) throw new Error('the picture can’t be drawn');
  return URL.createObjectURL(blob);
}
