const pictureSeedBytes = 8;

/** The seed of a Panda's drawing, besides its traits (D42): 16 hexadecimal digits. */
export const pictureSeedForm = new RegExp(`^[0-9a-f]{${2 * pictureSeedBytes}}$`, 'i');

/** A new picture seed. Not by `randomUUID`, which pages on plain http lack. */
export function newPictureSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(pictureSeedBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
