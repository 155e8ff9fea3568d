/**
 * What a tab asks to be shown instead of what is live (`?compose=`), with one more remote or another version of it.
 *
 * @param wanted as in the address, empty where the tab shows what is live
 * @param version null for what is live
 */
export function withVersion(wanted: string, remote: string, version: string | null): string {
  const others = wanted.split(',').filter((one) => one !== '' && !one.startsWith(`${remote}@`));
  return [...others, ...(version === null ? [] : [`${remote}@${version}`])].join(',');
}
