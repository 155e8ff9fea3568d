import type { CountedVersion } from '@frens/compose/server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { second } from '../clock.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { JobOutcome } from '../jobs/worker.ts';
import type { Admission } from '../middleware/admission.ts';
import type { Services } from '../services.ts';
import { countVersions } from './count-versions.ts';
import { watchPool } from './watch-pool.ts';

/** The server's metrics, for `/metrics`. */
export interface Metrics {
  registry: Registry;
  /** Records a response under its call or its page's pattern, never its address. */
  recordResponse(route: string, status: number, milliseconds: number): void;
  recordJob(kind: string, outcome: JobOutcome): void;
  /** Exports admission control's running, queued and refused requests (D78). */
  watchAdmission(admission: Pick<Admission, 'counts'>): void;
}

/** The state of the backups, for monitoring. */
export interface BackupState {
  /** When the newest backup started. */
  newest: Date | null;
  /** When a random moment was last restored and checked. */
  checked: Date | null;
  /** How far the change log lags, in seconds; null without one. */
  behind: number | null;
}

interface Sources extends Pick<Services, 'config' | 'db'> {
  /** The composition that pages currently use. */
  liveComposition(): Promise<string | null>;
  /** The health of shown versions in the last one to two hours. */
  versionHealth?: () => Promise<CountedVersion[]>;
  /** The state of the backups, if this server makes them. */
  backupState?: () => Promise<BackupState>;
  /** The disks that the server writes to. */
  disk?: Pick<DiskSpace, 'read'>;
}

/** Creates the metrics. Once per process, because Node's default metrics are global. */
export function createMetrics({
  config,
  db,
  liveComposition,
  versionHealth,
  backupState,
  disk,
}: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'frens_http_request_duration_seconds',
    help: 'Time from a request to its answer, by call and status.',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers,
  });
  const attempts = new Counter({
    name: 'frens_job_attempts_total',
    help: 'Attempts at jobs of the queue by this process; mails are of the kind "mail".',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const jobs = new Gauge({
    name: 'frens_jobs',
    help: 'Jobs in the queue of all processes: waiting, or dead (npm run jobs).',
    labelNames: ['kind', 'state'],
    registers: [],
    async collect() {
      const found = await db.models.Job.aggregate<{ _id: { kind: string; dead: boolean }; count: number }>([
        { $group: { _id: { kind: '$kind', dead: { $ne: ['$deadAt', null] } }, count: { $sum: 1 } } },
      ]);
      this.reset();
      for (const { _id, count } of found)
        this.set({ kind: _id.kind, state: _id.dead ? 'dead' : 'waiting' }, count);
    },
  });
  const composition = new Gauge({
    name: 'frens_composition_info',
    help: 'Which build of the server serves which composition of the site.',
    labelNames: ['build', 'composition'],
    registers: [],
    async collect() {
      this.reset();
      this.set({ build: config.build, composition: (await liveComposition()) ?? 'none' }, 1);
    },
  });
  if (backupState) watchBackups(registry, backupState);
  if (disk) watchDisks(registry, disk);
  // These two are computed on each scrape.
  for (const gauge of [jobs, composition]) registry.registerMetric(gauge);
  if (versionHealth) countVersions(registry, versionHealth);
  watchPool(db.connection.getClient(), registry);
  let admission: Pick<Admission, 'counts'> | undefined;
  countRequests(registry, () => admission?.counts());
  return {
    registry,
    recordResponse: (route, status, milliseconds) =>
      answers.observe({ route, status: String(status) }, milliseconds / second),
    recordJob: (kind, outcome) => attempts.inc({ kind, outcome }),
    watchAdmission: (given) => {
      admission = given;
    },
  };
}

/** @param counts undefined until the server is ready */
function countRequests(registry: Registry, counts: () => ReturnType<Admission['counts']> | undefined): void {
  const requests = new Gauge({
    name: 'frens_requests',
    help: 'Requests of this process now: at work, or waiting for a place.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'working' }, counts()?.atWork ?? 0);
      this.set({ state: 'waiting' }, counts()?.waiting ?? 0);
    },
  });
  const refusals = new Counter({
    name: 'frens_requests_refused_total',
    help: 'Requests that were answered 503 because too many waited, or they waited too long.',
    registers: [],
    collect() {
      this.reset();
      this.inc(counts()?.refused ?? 0);
    },
  });
  registry.registerMetric(requests);
  registry.registerMetric(refusals);
}

/** Exports the free space of the server's disks. */
function watchDisks(registry: Registry, disk: Pick<DiskSpace, 'read'>): void {
  const about = 'on the disk of a folder that the server writes to, by the variable that names it.';
  for (const [what, help] of [
    ['free', `Bytes that are free ${about}`],
    ['size', `Bytes that there are ${about}`],
  ] as const) {
    const gauge = new Gauge({
      name: `frens_disk_${what}_bytes`,
      help,
      labelNames: ['place'],
      registers: [],
      async collect() {
        this.reset();
        for (const room of await disk.read()) this.set({ place: room.name }, room[what]);
      },
    });
    registry.registerMetric(gauge);
  }
}

/** Exports the gauges for alerts about failing or overdue backups; an unreachable place sets all of them to 0. */
function watchBackups(registry: Registry, readState: () => Promise<BackupState>): void {
  const gauges: Array<[name: string, help: string, value: (state: BackupState) => number]> = [
    [
      'newest_timestamp_seconds',
      'When the newest whole backup in BACKUP_DIR was begun, in seconds since 1970; 0 before the first.',
      ({ newest }) => (newest?.getTime() ?? 0) / second,
    ],
    [
      'moment_checked_timestamp_seconds',
      'When the state of a random moment was last restored from backup and log and found sound, in seconds since 1970.',
      ({ checked }) => (checked?.getTime() ?? 0) / second,
    ],
    [
      'log_behind_seconds',
      'Since when, in seconds, the oldest change waits that is neither in a backup nor in the log that follows one; 0 where none does.',
      ({ behind }) => behind ?? 0,
    ],
  ];
  for (const [name, help, value] of gauges) {
    const gauge = new Gauge({
      name: `frens_backup_${name}`,
      help,
      registers: [],
      async collect() {
        this.set(value(await readState()));
      },
    });
    registry.registerMetric(gauge);
  }
}
