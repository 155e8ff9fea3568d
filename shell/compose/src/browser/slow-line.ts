/** The Network Information API; not in every browser, hence not in TypeScript's library. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/** Whether prefetching is off, because the connection is slow or metered. */
export function isLineSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
