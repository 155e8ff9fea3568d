import { afterEach, beforeEach, vi } from 'vitest';

// Warnings and errors on the console fail the test. A test that expects one stubs it:
// `vi.spyOn(console, 'error').mockImplementation(() => {})`.
const said: string[] = [];

beforeEach(() => {
  for (const level of ['error', 'warn'] as const)
    console[level] = (...parts) => void said.push(`console.${level}: ${parts.map(String).join(' ')}`);
});

afterEach(() => {
  vi.restoreAllMocks();
  const lines = said.splice(0);
  if (lines.length > 0) throw new Error(`The test did not expect this on the console:\n${lines.join('\n')}`);
});
