import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import { second } from '../clock.ts';

/** The driver's names of server types that accept writes. */
const writable = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/** Logs when the database connection is lost and restored. Returns a function that stops it; call it before closing the connection. */
export function logDatabaseState(client: mongo.MongoClient, log: Logger): () => void {
  let lostAt: number | null = null;
  function onTopologyChange({ newDescription }: mongo.TopologyDescriptionChangedEvent): void {
    const isThere = [...newDescription.servers.values()].some(({ type }) => writable.has(type));
    if (!isThere && lostAt === null) {
      lostAt = Date.now();
      log.error('The database is lost: requests are answered with 503 until it is back.');
    } else if (isThere && lostAt !== null) {
      log.warn({ seconds: Math.round((Date.now() - lostAt) / second) }, 'The database is back.');
      lostAt = null;
    }
  }
  client.on('topologyDescriptionChanged', onTopologyChange);
  return () => void client.off('topologyDescriptionChanged', onTopologyChange);
}
