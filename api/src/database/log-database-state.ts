import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import { second } from '../clock.ts';

/** Which servers take writes, as the driver names them. */
const writable = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/** Writes a line when the database is lost and one when it is back. Returns what ends it, before one closes it oneself. */
export function logDatabaseState(client: mongo.MongoClient, log: Logger): () => void {
  let lostAt: number | null = null;
  function look({ newDescription }: mongo.TopologyDescriptionChangedEvent): void {
    const isThere = [...newDescription.servers.values()].some(({ type }) => writable.has(type));
    if (!isThere && lostAt === null) {
      lostAt = Date.now();
      log.error('The database is lost: requests are answered with 503 until it is back.');
    } else if (isThere && lostAt !== null) {
      log.warn({ seconds: Math.round((Date.now() - lostAt) / second) }, 'The database is back.');
      lostAt = null;
    }
  }
  client.on('topologyDescriptionChanged', look);
  return () => void client.off('topologyDescriptionChanged', look);
}
