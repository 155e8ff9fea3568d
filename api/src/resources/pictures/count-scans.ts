/** Counts the scans of a JPEG by its markers, up to its end: a decoder goes over the whole picture for each of them. */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  let at = jpeg.indexOf(0xff);
  while (at !== -1 && at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (marker === 0xda) scans += 1;
    // A filling byte may be the first of a marker. Bytes of the picture and marks in them are followed by no length.
    const isBare = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const hasLength = !isBare && marker !== 0xff && at + 4 <= jpeg.length;
    const length = !hasLength ? 0 : jpeg.readUInt16BE(at + 2);
    at = jpeg.indexOf(0xff, marker === 0xff ? at + 1 : at + 2 + length);
  }
  return scans;
}
