const startsWith = (bytes: Uint8Array, start: string, from = 0): boolean =>
  [...start].every((letter, place) => bytes[from + place] === letter.codePointAt(0));

export const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, '\xff\xd8\xff');

/** Whether a file starts with the signature of a JPEG, PNG or WebP (D15). */
export const isPicture = (bytes: Uint8Array): boolean =>
  isJpeg(bytes) ||
  startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8));
