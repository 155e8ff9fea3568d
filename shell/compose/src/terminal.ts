import { createInterface } from 'node:readline/promises';

/** Whoever sits there; in pipelines nobody does. */
export const terminal = {
  isThere: (): boolean => process.stdin.isTTY && process.stderr.isTTY,
  /** Asks on the standard error: the answer of a command has the other one to itself. */
  async ask(question: string): Promise<string> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return (await lines.question(question)).trim();
    } finally {
      lines.close();
    }
  },
};
