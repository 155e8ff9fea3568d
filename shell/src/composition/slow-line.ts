/** What some browsers tell of the line; not in every browser, hence not in TypeScript's library. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/** Whether nothing is fetched ahead, because the line is slow or its bytes are dear. */
export function isLineSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
