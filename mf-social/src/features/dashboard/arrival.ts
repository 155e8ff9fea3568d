/** Whether the member has just signed in by a link that took a password nobody had vouched for (D10). */
export function hasLostPassword(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'passwordRemoved' in state &&
    state.passwordRemoved === true
  );
}
