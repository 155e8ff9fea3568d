import type { Connection } from 'mongoose';

/** A command as the database received it, without session and protocol fields. */
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

/** Enables command monitoring in a connection string. */
export function monitored(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

interface CommandStarted {
  commandName: string;
  command: SentCommand;
  requestId: number;
}

/** Records a monitored connection's reads and writes until it is stopped. */
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
    /** The commands since the last call. */
    take: () => waves.splice(0).flat(),
    /** The same in waves: commands sent concurrently, before a response arrived. */
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
 * A call's reads in waves: the best of three runs. Late responses can split a wave, so a run may have more waves than necessary, but never
 * fewer. Writes do not count, because rate limits sync at any time.
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
