import type { Connection } from 'mongoose';

/** One command as it reached the database, without what only the session and the protocol add. */
export type SentCommand = Record<string, unknown>;

const kinds = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);
const protocol = ['lsid', '$clusterTime', 'txnNumber', 'startTransaction', 'autocommit', '$db'];
const concerns = ['readConcern', 'writeConcern'];

/** Makes a connection string whose connections tell of their commands. */
export function monitored(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

/** Notes the commands of a monitored connection that look for documents, until it is told to stop. */
export function recordCommands(connection: Connection) {
  const sent: SentCommand[] = [];
  const client = connection.getClient();
  const note = ({ commandName, command }: { commandName: string; command: SentCommand }): void => {
    if (!kinds.has(commandName)) return;
    const rest = Object.entries(command).filter(
      ([name]) => !protocol.includes(name) && !concerns.includes(name),
    );
    sent.push(Object.fromEntries(rest));
  };
  client.on('commandStarted', note);
  return {
    /** The commands since the last time this was asked. */
    take: () => sent.splice(0),
    stop: () => void client.off('commandStarted', note),
  };
}
