import { createInterface } from 'node:readline/promises';

/** The person at the terminal; pipelines have none. */
export const terminal = {
  isThere: (): boolean => process.stdin.isTTY && process.stderr.isTTY,
  /** Asks on standard error: standard output carries the answer alone. */
  async ask(question: string): Promise<string> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return (await lines.question(question)).trim();
    } finally {
      lines.close();
    }
  },
};
