const linkLike = /[\p{L}\p{N}]\.\p{L}{2}|:\/\/|www|@/iu;

/** Whether a mail program may make a link of a name: our mail would carry somebody's address (docs/decisions/0116). */
export function readsAsLink(name: string): boolean {
  return linkLike.test(name);
}
