import type { Connection } from 'mongoose';

/** One command as it reached the database, without what only the session and the protocol add. */
export type SentCommand = Record<string, unknown>;

const kinds = new Set([
  'find',
  'aggregate',
  'getMore',
  'count',
  'distinct',
  'update',
  'delete',
  'findAndModify',
]);
const protocol = ['comment', 'lsid', '$clusterTime', 'txnNumber', 'startTransaction', 'autocommit', '$db'];
const concerns = ['readConcern', 'writeConcern'];

/** Makes a connection string whose connections tell of their commands. */
export function monitored(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

interface CommandStarted {
  commandName: string;
  command: SentCommand;
  requestId: number;
}

/** Notes the commands of a monitored connection that look for documents, until it is told to stop. */
export function recordCommands(connection: Connection) {
  const waves: SentCommand[][] = [];
  const open = new Set<number>();
  const client = connection.getClient();
  const note = ({ commandName, command, requestId }: CommandStarted): void => {
    if (!kinds.has(commandName)) return;
    const rest = Object.entries(command).filter(
      ([name]) => !protocol.includes(name) && !concerns.includes(name),
    );
    if (open.size === 0) waves.push([]);
    open.add(requestId);
    waves.at(-1)?.push(Object.fromEntries(rest));
  };
  const noteEnd = ({ requestId }: { requestId: number }) => void open.delete(requestId);
  client.on('commandStarted', note);
  client.on('commandSucceeded', noteEnd);
  return {
    /** The commands since the last time this was asked. */
    take: () => waves.splice(0).flat(),
    /** The same in groups: what was sent side by side, before an answer came. */
    takeWaves: () => waves.splice(0),
    stop() {
      client.off('commandStarted', note);
      client.off('commandSucceeded', noteEnd);
    },
  };
}

/** Whether a command only reads. */
export const isQuery = (command: SentCommand): boolean =>
  ['find', 'aggregate', 'getMore', 'count', 'distinct'].some((name) => name in command);

/**
 * The reads of a call in waves: of three runs the one with the fewest. Answers that come late part what would go together, so a run may have more
 * waves than the call needs, and never fewer. Limits are settled whenever it is time, so what is written does not count.
 */
export async function fewestReads(
  connection: Connection,
  call: () => Promise<unknown>,
): Promise<SentCommand[][]> {
  const runs: SentCommand[][][] = [];
  for (let run = 0; run < 3; run += 1) {
    const recorder = recordCommands(connection);
    await call();
    recorder.stop();
    runs.push(
      recorder
        .takeWaves()
        .map((wave) => wave.filter(isQuery))
        .filter(({ length }) => length > 0),
    );
  }
  return (
    runs.toSorted((one, other) => one.length - other.length || one.flat().length - other.flat().length)[0] ??
    []
  );
}
