const linkLike = /[\p{L}\p{N}]\.\p{L}{2}|:\/\/|www|@/iu;

/** Whether a mail program may turn a name into a link: our mail would advertise that address (docs/decisions/0116). */
export function readsAsLink(name: string): boolean {
  return linkLike.test(name);
}
