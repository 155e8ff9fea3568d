import type { RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { defaultEnvironment } from '@frens/compose/store';
import { isLanguage } from '@frens/contract/languages';
import { createApp, listenerOf } from './app.ts';
import { openBackupPlace } from './backup/backup-place.ts';
import { readBackupState } from './backup/backup-state.ts';
import { type ChangeLog, openChangeLog } from './backup/change-log.ts';
import { refuseInsideData } from './backup/places.ts';
import { restoreIntoEmpty } from './backup/restore-moment.ts';
import { scheduleBackups } from './backup/schedule-backups.ts';
import { second } from './clock.ts';
import { type Config, configFromEnvironment } from './config.ts';
import { watchDiskSpace, writtenPlaces } from './disk-space.ts';
import { StoreSilent } from './errors.ts';
import {
  findPredecessor,
  finishRequests,
  forward,
  HandOverRefused,
  type Predecessor,
  type Successor,
  serveAt,
} from './hand-over.ts';
import { createHttpServer, serverTimeouts } from './http-server.ts';
import { isBucket } from './is-bucket.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { listTroubles } from './middleware/degraded-header.ts';
import { findIsolationGap, mountSite, type OpenSite, openSite, versionHealthOf } from './mount-site.ts';
import { startDeadline } from './patience.ts';
import { erasuresUnknown, repeatErasures } from './scripts/repeat-erasures.ts';
import { isExpected, refuseUnservable, type StartedServices, startServices } from './start-services.ts';
import { cacheWithTtl } from './ttl-cache.ts';
import { onUncaughtError } from './uncaught-errors.ts';
import { watchClock } from './watch-clock.ts';

// The process entry: the only file that listens or exits.

/** How long after the stop signal the server cuts off open responses, so that it exits within 10 s (D54). */
const longestStop = 9 * second;

/** How long `/readyz` waits for the store of published builds, and caches its state. */
const storePatience = 2 * second;
const storeFreshFor = second / 4;

/** How long a running job may delay a hand-over of the database, in milliseconds; the next process starts unfinished jobs again. */
const jobPatience = second / 2;

/** How long a stopping process still forwards requests to its successor. */
const forwardPatience = 2 * second;

/** Why the server cannot start, as one sentence with a remedy. */
class StartError extends Error {
  override name = 'StartError';
}

try {
  // `npm start` seeds a new site with the demo community.
  await serve(configFromEnvironment({ demo: process.argv.includes('--demo') }));
} catch (error) {
  // Expected problems print one sentence with a remedy; others keep their stack.
  const isKnown = isExpected(error) || error instanceof StartError || error instanceof HandOverRefused;
  console.error(isKnown ? error.message : error);
  process.exit(1);
}

async function serve(config: Config): Promise<void> {
  const { siteStore, siteEnvironment: environment, socketPath } = config;
  process.on('uncaughtException', onUncaughtError(createLog(config), process.exit));
  const site = await openSite(config);
  if ((await site.store.liveId(environment)) === null) {
    throw new StartError(
      `Nothing is published for ${environment} in ${siteStore}. Run: ${howToPublish(environment)} (or set SITE_STORE to where builds are published)`,
    );
  }
  const stop = { askedAt: Number.POSITIVE_INFINITY, closing: false };
  const isStopping = () => Number.isFinite(stop.askedAt);
  // Responses during shutdown carry `Connection: close`, so that no proxy reuses the connection.
  const underWay = new Set<ServerResponse>();
  const closeConnections = () => {
    for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  const gate = createGate();
  const server = createHttpServer(gate.listener, config);
  let predecessor: Predecessor | null = null;
  let app = await openSiteApp(config, site, {
    isStopping,
    async beforeOpen() {
      if (socketPath === null || config.mongodbUri !== null) return;
      // Only one process at a time can open the embedded database. Check first that this release can serve its data.
      await refuseUnservable(config);
      predecessor = await findPredecessor(socketPath);
      await predecessor?.closeDatabase();
    },
  });
  const answer: RequestListener = (request, response) => {
    if (stop.closing) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    app.answer(request, response);
  };
  let isExchanging = false;
  const end = async () => {
    if (isStopping()) return;
    stop.askedAt = performance.now();
    // `exchange` exits instead.
    if (isExchanging) return;
    app.stopBackground();
    // Proxies that poll /readyz now send requests elsewhere; late ones are still answered.
    await setTimeout(config.stopPause);
    stop.closing = true;
    closeConnections();
    const endsAt = performance.now() + longestStop - config.stopPause;
    await close(server, endsAt - performance.now());
    await app.close(Math.max(0, endsAt - performance.now()));
    process.exit(0);
  };
  /**
   * Hands the database over to the next process, then forwards requests of open connections until they close. Requests wait during
   * the hand-over; if the next process fails, this one answers them.
   */
  const exchange = async (path: string, successor: Successor) => {
    // Never resolves: the successor takes the socket when this process exits.
    if (isStopping()) await new Promise(() => {});
    isExchanging = true;
    gate.close();
    void successor.serves.then(
      (serves) => serves && gate.open((request, response) => forward(request, response, path)),
    );
    app.stopBackground();
    closeConnections();
    await finishRequests(underWay, longestStop);
    await app.close(jobPatience);
    successor.release();
    if (await successor.serves) {
      const servesSince = performance.now();
      await untilNobodyIsConnected(
        server,
        serverTimeouts.idleMs + 5 * second,
        () => performance.now() > Math.max(stop.askedAt, servesSince) + forwardPatience,
      );
      process.exit(0);
    }
    console.error('The next process has ended, or said nothing, before it could answer. This one goes on.');
    if (isStopping()) process.exit(0);
    app = await reopen(() => openSiteApp(config, site, { isStopping }));
    isExchanging = false;
    gate.open(answer);
    await app.startBackground();
  };
  // Before listening: an early stop signal must still close the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  gate.open(answer);
  try {
    if (socketPath === null) await listen(server, config);
    else {
      predecessor ??= await findPredecessor(socketPath);
      await serveAt(socketPath, server, predecessor, (successor) => exchange(socketPath, successor));
    }
  } catch (error) {
    // Without closing, the process would be killed, which looks like a crash.
    await app.close(0);
    throw error;
  }
  await app.startBackground();
  // Last, because a script that waits for this line may stop the server at once.
  if (!isStopping()) await greet(config, app.started);
}

/** A listener that queues requests while no application is open. */
function createGate() {
  let pass = (_listener: RequestListener): void => undefined;
  let passed: Promise<RequestListener>;
  const close = () => {
    passed = new Promise((resolve) => (pass = resolve));
  };
  close();
  return {
    close,
    open(listener: RequestListener) {
      pass(listener);
      passed = Promise.resolve(listener);
    },
    listener: ((request, response) =>
      void passed.then((listener) => listener(request, response))) satisfies RequestListener,
  };
}

/** Reopens the data, retrying until the failed successor has released it. */
async function reopen<T>(open: () => Promise<T>): Promise<T> {
  for (let lastMessage = ''; ; await setTimeout(second)) {
    try {
      return await open();
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (error.message !== lastMessage) console.error(error.message);
      lastMessage = error.message;
    }
  }
}

interface SiteApp {
  started: StartedServices;
  answer: RequestListener;
  /** Starts background work: jobs, backups, prerendering. */
  startBackground(): Promise<void>;
  /** Stops background work and monitoring. */
  stopBackground(): void;
  /** @param patience how many milliseconds the running job may still take */
  close(patience: number): Promise<void>;
}

/** Opens the data and the application that serves it. */
async function openSiteApp(
  config: Config,
  site: OpenSite,
  { isStopping, beforeOpen }: { isStopping(): boolean; beforeOpen?(): Promise<void> },
): Promise<SiteApp> {
  const { siteEnvironment: environment, backups } = config;
  const { store } = site;
  if (backups && !isBucket(backups.address)) refuseInsideData(backups.address, config);
  const backupPlace = backups && (await openBackupPlace(backups.address));
  const isEmbedded = config.mongodbUri === null;
  const held: { changeLog?: ChangeLog } = {};
  const started = await startServices(config, {
    onCommit: backupPlace ? (changes) => held.changeLog?.append(changes) : null,
    onOpen: (database) => held.changeLog?.follow(database),
    async beforeOpen() {
      await beforeOpen?.();
      await fillFromBackup(config);
      if (backupPlace && isEmbedded) held.changeLog = openChangeLog(backupPlace, { log: createLog(config) });
    },
  });
  const { changeLog = null } = held;
  const shown = site.readShown(started.services.log);
  const liveComposition = async () => (await shown())?.composition ?? null;
  const services = { ...started.services, liveSite: site.live };
  const versionHealth = () => versionHealthOf(services);
  const backupState = backupPlace ? () => readBackupState(backupPlace, changeLog) : undefined;
  const disk = watchDiskSpace(writtenPlaces(config), services.log);
  const clockWatch = watchClock(services.log);
  let isolationGap: string | null = null;
  const metrics = createMetrics({ ...services, liveComposition, versionHealth, backupState, disk });
  started.worker.onAttempt(metrics.recordJob);
  const pages = mountSite(services, store, shown);
  const app = createApp({
    ...services,
    site: pages,
    shown,
    publishing: config.publishing ? { store, counted: versionHealth } : null,
    outbox: started.outbox,
    metrics,
    disk,
    databaseUtilization: started.databaseUtilization,
    readTroubles: () => listTroubles({ disk, clockWatch, shown, changeLog }),
    readiness: {
      isStopping,
      hasSite: cachedSiteCheck(store, environment),
      warnings: async () => [
        ...(await disk.warnings()),
        ...clockWatch.warnings(),
        ...(changeLog?.warnings() ?? []),
        ...(isolationGap === null ? [] : [isolationGap]),
      ],
    },
  });
  const answer = listenerOf(app);
  const readPublic = async (calls: readonly string[], language: string) =>
    isLanguage(language) ? app.readAsVisitor(calls, language) : null;
  let stopBackups = () => {};
  const backgroundStop = new AbortController();
  return {
    started,
    answer,
    async startBackground() {
      await site.noteSurroundings(started.services.log);
      if (backgroundStop.signal.aborted) return;
      started.worker.start();
      // Servers that publish or prerender run other people's code, so they report missing isolation.
      const publishes = config.publishing || config.quarantine;
      if (publishes || config.renderAhead)
        void findIsolationGap().then((gap) => {
          if (publishes) {
            isolationGap = gap;
            if (gap !== null) services.log.warn(gap);
          }
          if (config.renderAhead && gap === null) void pages.renderAhead(readPublic, backgroundStop.signal);
        });
      if (backups)
        stopBackups = scheduleBackups(
          backups,
          started.services.log,
          async () => (await changeLog?.needsBackup()) ?? false,
        );
    },
    stopBackground() {
      backgroundStop.abort();
      disk.stop();
      clockWatch.stop();
      stopBackups();
    },
    async close(patience) {
      await started.close(patience);
      await changeLog?.close();
    },
  };
}

/** Returns a function that checks whether something is published. Anybody may request it, so one read of the store serves many. */
function cachedSiteCheck(store: OpenSite['store'], environment: string): () => Promise<boolean> {
  return cacheWithTtl(storeFreshFor, async () => {
    let inTime = (): void => undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      inTime = startDeadline(storePatience, () => reject(new StoreSilent()));
    });
    return Promise.race([store.liveId(environment).then((id) => id !== null), silence]).finally(inTime);
  });
}

/** Restores the configured backup into an empty database. */
async function fillFromBackup(config: Config): Promise<void> {
  const restored = await restoreIntoEmpty(config);
  if (!restored) return;
  const { source, createdAt } = restored.manifest;
  console.log(
    `The empty database was filled from the backup of ${source} from ${createdAt}, as it was at ${restored.at.toISOString()}.`,
  );
  if (restored.gap !== null) console.warn(restored.gap);
  for (const fault of restored.faults) console.warn(`${fault} ${erasuresUnknown}`);
  await repeatErasures(config, restored.erased);
}

/** `npm run build` also promotes to the default environment; elsewhere an operator promotes. */
function howToPublish(environment: string): string {
  if (environment === defaultEnvironment) return 'npm run build';
  return `npm run compose -- promote NAME@VERSION --env ${environment}`;
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartError(`Port ${port} is taken. Choose another one, as in: PORT=${port + 1} npm start`),
        );
      } else if (error.code === 'EACCES') {
        reject(
          new StartError(`Port ${port} may not be used by this account. Choose one above 1023 with PORT.`),
        );
      } else if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(error.code ?? '')) {
        reject(
          new StartError(
            `HOST=${host} is no address of this machine. Use localhost, or 0.0.0.0 for all of them.`,
          ),
        );
      } else reject(error);
    });
    server.listen(port, host, resolve);
  });
}

async function greet(
  { brand, publicUrl, production, seedDemo }: Config,
  { services, seeded, dataPlace }: StartedServices,
): Promise<void> {
  const lines = [`${brand.site} is ready on ${publicUrl.origin}`];
  if (seedDemo) lines.push('Demo login: demo / bamboo-grove');
  if (seeded) lines.push(`An empty database was filled with ${seeded.counts.members} invented members.`);
  lines.push(`The data lies in ${dataPlace}`, `Stop it with Ctrl-C (process ${process.pid})`);
  if (production && !(await services.db.models.User.exists({}))) lines.push('', ...firstSteps(publicUrl));
  // One write, so that a script waiting for it gets all of it.
  console.log(`\n${lines.join('\n')}\n`);
}

/** The first steps for the operator of a new production site. */
function firstSteps({ origin }: URL): string[] {
  return [
    'Nobody is here yet. What to do first:',
    `  1. Join at ${origin}/auth`,
    '  2. Make a backup and try it: npm run backup -- --to FOLDER --check',
    '  3. Have your proxy ask /readyz',
    '  To bring back a backup instead, stop this and run: npm run restore -- --from FOLDER',
    '  For a look around with invented members instead, start an empty database with SEED_DEMO=true.',
  ];
}

/** Graceful shutdown: accepts no connections and lets open responses finish, for at most `patience` milliseconds. */
async function close(server: Server, patience: number): Promise<void> {
  const cutOff = globalThis.setTimeout(() => server.closeAllConnections(), patience);
  // Idle keep-alive connections are closed after the last response.
  const hangUp = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(hangUp);
  clearTimeout(cutOff);
}

/** Waits until clients have disconnected. Closes none itself: a proxy may be sending over a connection that looks idle. */
async function untilNobodyIsConnected(
  server: Server,
  patience: number,
  isOver: () => boolean,
): Promise<void> {
  const endsAt = performance.now() + patience;
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
  while (performance.now() < endsAt && !isOver() && (await count()) > 0) await setTimeout(100);
}
