/**
 * Adds or replaces a remote's version in a preview (`?compose=`).
 *
 * @param wanted the current preview as in the address; empty for the live composition
 * @param version null for the live one
 */
export function withVersion(wanted: string, remote: string, version: string | null): string {
  const others = wanted.split(',').filter((one) => one !== '' && !one.startsWith(`${remote}@`));
  return [...others, ...(version === null ? [] : [`${remote}@${version}`])].join(',');
}
