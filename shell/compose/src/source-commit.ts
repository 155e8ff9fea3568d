import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

/** The sources of a version. */
export const SourceCommit = z.object({
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  author: z.string().max(200),
  subject: z.string().max(500),
  /** Whether the folder had uncommitted changes. */
  isChanged: z.boolean(),
});
export type SourceCommit = z.infer<typeof SourceCommit>;

/** Reads the checked-out commit, and whether a workspace differs from it; null without git. */
export async function readSourceCommit(dir: string, name: string): Promise<SourceCommit | null> {
  const git = async (...words: string[]) =>
    (await promisify(execFile)('git', ['-C', dir, ...words], { encoding: 'utf8' })).stdout;
  try {
    const [commit, author = '', subject = ''] = (await git('log', '-1', '--format=%H%n%an%n%s')).split('\n');
    const isChanged = (await git('status', '--porcelain', '--', name)) !== '';
    return SourceCommit.parse({
      commit,
      author: author.slice(0, 200),
      subject: subject.slice(0, 500),
      isChanged,
    });
  } catch {
    return null;
  }
}

/** Formats a commit: its abbreviated hash, with a plus for uncommitted changes. */
export const commitText = ({ commit, isChanged }: SourceCommit): string =>
  `${commit.slice(0, 8)}${isChanged ? '+' : ''}`;
