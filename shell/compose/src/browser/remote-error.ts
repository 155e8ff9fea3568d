import type { FailureCode } from '../model/failure-codes.ts';

/** The stage at which a remote failed. */
export type RemoteStage = 'manifest' | 'entry' | 'contract' | 'mount' | 'render';

/** Numbered so that a member can quote it and a team can look it up in docs/errors.md. */
const codes: Record<RemoteStage, FailureCode> = {
  manifest: 'REMOTE-101',
  entry: 'REMOTE-102',
  contract: 'REMOTE-103',
  mount: 'REMOTE-104',
  render: 'REMOTE-105',
};

/** A remote that could not be shown: which one, which version, at which stage, and why. */
export class RemoteError extends Error {
  override name = 'RemoteError';
  readonly remote: string;
  readonly version: string;
  readonly stage: RemoteStage;
  readonly code: FailureCode;

  /**
   * @param remote name and version that failed
   * @param stage where it failed
   * @param reason one sentence for the log; the member sees the stage's own text
   * @param cause the error underneath
   */
  constructor(
    remote: { name: string; version: string },
    stage: RemoteStage,
    reason: string,
    cause?: unknown,
  ) {
    super(`${codes[stage]} ${remote.name} ${remote.version}: ${reason}`, { cause });
    this.remote = remote.name;
    this.version = remote.version;
    this.stage = stage;
    this.code = codes[stage];
  }
}

/** Distinguishes a file that did not arrive from code that threw, by the federation runtime's error numbers and the bundler's messages. */
export function isLostFile(cause: unknown): boolean {
  return /RUNTIME-\d+|ChunkLoadError|Loading (css )?chunk|imported module|module script|TimeoutError/i.test(
    String(cause),
  );
}
