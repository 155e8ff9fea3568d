import { takeSecrets } from '../secrets.ts';

/** Opens the page with secret parameters, as the shell takes them out of its address. */
export function bringSecrets(secrets: Readonly<Record<string, string>>): void {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(secrets)) address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
  takeSecrets(Object.keys(secrets));
}
