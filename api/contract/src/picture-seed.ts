const pictureSeedBytes = 8;

/** What a Panda is drawn from besides its traits (D42): 16 hexadecimal digits. */
export const pictureSeedForm = new RegExp(`^[0-9a-f]{${2 * pictureSeedBytes}}$`, 'i');

/** A new picture seed. By random bytes and not `randomUUID`, which a page on plain http does not have. */
export function newPictureSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(pictureSeedBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
