/** Names that could pass for the product, its staff or one of its pages (D4). */
const reserved = new Set(
  `admin administrator anonymous api auth backup billing browse circle circles contact dashboard everyone fren frens
   groups help info login logout mail me media meetups moderator mods news nobody null official owner panda pandas
   postmaster privacy profile register root security service settings signup staff status support system team terms
   undefined user users vibe-quiz webmaster`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a username is one that no member may take, in any case. */
export function isReservedUsername(username: string): boolean {
  return reserved.has(username.toLowerCase());
}
