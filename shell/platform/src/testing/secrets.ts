import { forgetSecret, takeSecrets } from '../secrets.ts';

let brought: readonly string[] = [];

/** Opens the page with secret parameters, as the shell takes them out of its address, and without those of the page before. */
export function bringSecrets(secrets: Readonly<Record<string, string>>): void {
  for (const name of brought) forgetSecret(name);
  brought = Object.keys(secrets);
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(secrets)) address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
  takeSecrets(brought);
}
