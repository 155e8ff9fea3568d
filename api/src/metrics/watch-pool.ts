import type { mongo } from 'mongoose';
import { Gauge, type Registry } from 'prom-client';

/** Exports the database connection pool: open and busy connections, and requests waiting for one. */
export function watchPool(client: mongo.MongoClient, registry: Registry): void {
  const connections = new Gauge({
    name: 'frens_database_connections',
    help: 'Connections of this process to its database: open, busy, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
  });
  for (const state of ['open', 'busy', 'waiting']) connections.set({ state }, 0);
  // A client has one pool per server and emits the events of all.
  client.on('connectionCreated', () => connections.inc({ state: 'open' }));
  client.on('connectionClosed', () => connections.dec({ state: 'open' }));
  client.on('connectionCheckOutStarted', () => connections.inc({ state: 'waiting' }));
  client.on('connectionCheckOutFailed', () => connections.dec({ state: 'waiting' }));
  client.on('connectionCheckedOut', () => {
    connections.dec({ state: 'waiting' });
    connections.inc({ state: 'busy' });
  });
  client.on('connectionCheckedIn', () => connections.dec({ state: 'busy' }));
}
