import { readFileSync } from 'node:fs';

/** The processor time that processes have used, in milliseconds (Linux only). */
export function processorMs(...pids: readonly number[]): number {
  const ticksPerSecond = 100;
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  }, 0);
}
