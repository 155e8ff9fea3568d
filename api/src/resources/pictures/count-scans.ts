/** Counts the scans (SOS markers) of a JPEG up to its end marker. A decoder processes the whole picture for each scan. */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  let at = jpeg.indexOf(0xff);
  while (at !== -1 && at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (marker === 0xda) scans += 1;
    // 0xff may be a fill byte before a marker. Stuffed bytes, RST, SOI and TEM markers have no length field.
    const isBare = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const hasLength = !isBare && marker !== 0xff && at + 4 <= jpeg.length;
    const length = !hasLength ? 0 : jpeg.readUInt16BE(at + 2);
    at = jpeg.indexOf(0xff, marker === 0xff ? at + 1 : at + 2 + length);
  }
  return scans;
}
