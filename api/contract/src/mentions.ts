/** A piece of a text: as it stands there, and the username that it calls, if it calls one. */
export interface TextPart {
  text: string;
  username: string | null;
}

// An address is no mention: nothing that belongs to a word stands before the sign.
const mention = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?)/gu;

/** Parts a text at its mentions (`@username`, D68); whether somebody has the name, and may be called by it, is another question. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(mention)) {
    const [whole, username = null] = found;
    if (found.index > end) parts.push({ text: text.slice(end, found.index), username: null });
    parts.push({ text: whole, username });
    end = found.index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), username: null });
  return parts;
}

/** The usernames that a text calls, each once. */
export function mentionedIn(text: string): string[] {
  return [...new Set(partsOf(text).flatMap(({ username }) => username ?? []))];
}
