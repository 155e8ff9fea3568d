import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { defaultEnvironment, environmentName, isBucketAddress } from '@frens/compose/store';
import { z } from 'zod';
import { hour, second } from './clock.ts';
import { type EnvironmentSources, misspelledNames, readEnvironment, rootDir } from './environment.ts';
import { forwardingHeaders } from './forwarding.ts';
import { isBucket } from './is-bucket.ts';
import { serverLimits } from './limits.ts';

const Flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** A folder or an S3 bucket. */
const Place = z
  .string()
  .refine(
    (address) => !isBucket(address) || isBucketAddress(address),
    'is no bucket: write it like s3://BUCKET/PREFIX',
  );

const WebUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.canParse(value) && new URL(value).pathname === '/', {
    error: 'is an origin such as https://frens.example, without a path',
  });

/** Whether a text is an origin in the browsers' serialisation, and safe to load code from. */
const isOrigin = (text: string) =>
  URL.canParse(text) &&
  new URL(text).origin === text &&
  // A Content Security Policy would read the asterisk as a wildcard.
  !text.includes('*') &&
  (text.startsWith('https://') || (text.startsWith('http://') && isLoopback(new URL(text).hostname)));

/** Every variable the server reads; `.env.example` lists the same names. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z
    .string()
    .refine((host) => !/^[\d.]+$/.test(host) || isIP(host) !== 0, 'is no address: four numbers from 0 to 255')
    .default('localhost'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  SOCKET_PATH: z.string().optional(),
  PUBLIC_URL: WebUrl.optional(),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'starts with mongodb:// or mongodb+srv://')
    .optional(),
  DATA_DIR: z.string().default('.data'),
  SITE_STORE: Place.default('dist'),
  SITE_ENVIRONMENT: z
    .string()
    .regex(environmentName, 'must be small letters, digits and hyphens')
    .default(defaultEnvironment),
  REMOTE_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isOrigin), {
      error: 'is a list of origins such as https://cdn.example, https but on this machine',
    }),
  RENDER_AHEAD: Flag.optional(),
  DEV_PAGES: Flag.optional(),
  PUBLISHING: Flag.optional(),
  QUARANTINE: Flag.optional(),
  CANARY_MARGIN: z.coerce.number().min(0).max(100).default(5),
  SEED_DEMO: Flag.or(z.literal('long', 'must be true, false or long')).optional(),
  SITE_NAME: z.string().trim().min(1).max(40).default('Frens'),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Fren'),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).optional(),
  TRUSTED_PROXY_HEADER: z.enum(forwardingHeaders).default('X-Forwarded-For'),
  LIMIT_FACTOR: z.coerce.number().positive().default(1),
  ADMISSION_WAIT_SECONDS: z.coerce.number().min(1).max(60).optional(),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(4000),
  BUILD: z.string().trim().min(1).max(80).optional(),
  STOP_PAUSE_SECONDS: z.coerce.number().int().min(0).max(8).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'starts with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .max(200)
    .regex(
      /^[^<>@\s]+@[^<>@\s]+$|^[^<>]*<[^<>@\s]+@[^<>@\s]+>$/,
      'is no address: a@b.example, or Name <a@b.example>',
    )
    .optional(),
  CONTACT_EMAIL: z.string().trim().email().optional(),
  MAGIC_LINK_MODE: z.enum(['auto', 'confirm']).default('auto'),
  BACKUP_DIR: Place.optional(),
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  RESTORE_FROM: Place.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  ELEVENLABS_API_KEY: z.string().trim().min(1).optional(),
  ELEVENLABS_URL: WebUrl.default('https://api.elevenlabs.io'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
});

/** Scheduled backups: where they go, how often, and how many are kept. */
export interface BackupPlan {
  /** A folder, or `s3://BUCKET/PREFIX`. */
  address: string;
  /** Interval in milliseconds. */
  every: number;
  keep: number;
}

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** A Unix socket to listen on instead of a port. A newer process takes it over (docs/decisions/0305). */
  socketPath: string | null;
  /** The public origin: base of links, and what makes a request same-origin (D53). */
  publicUrl: URL;
  /** MongoDB's connection string; null: the embedded database in `dataDir`. */
  mongodbUri: string | null;
  dataDir: string;
  /** The store of published builds: a folder, or `s3://BUCKET/PREFIX`. */
  siteStore: string;
  /** Which environment of the store is served (`npm run compose -- promote --env`). */
  siteEnvironment: string;
  /** Origins besides the site's own from which remotes may be loaded (D53). */
  remoteOrigins: readonly string[];
  /** Whether the server prerenders public pages with their data. */
  renderAhead: boolean;
  /** Whether pages for developers exist; they list every published version. */
  devPages: boolean;
  /** Whether versions can be published and promoted over this server, with tokens (`npm run compose -- token`). */
  publishing: boolean;
  /** Whether the server quarantines versions that fail for many visitors. */
  quarantine: boolean;
  /** How many percentage points worse than the live version (failed visits, slow interactions) a canary may be before it is ended. */
  canaryMargin: number;
  /** Whether to seed the demo community; `long`: with names and texts as long as the contract allows. */
  seedDemo: boolean | 'long';
  brand: { site: string; product: string };
  /** How many trusted proxies append the address of their client to the trusted header. */
  trustedProxyHops: number;
  trustedProxyHeader: (typeof forwardingHeaders)[number];
  /** Multiplies every rate limit (D49). */
  limitFactor: number;
  /** The maximum of concurrent connections; the server refuses more. */
  maxConnections: number;
  /** The server's build, logged with every line. */
  build: string;
  /** Milliseconds between announcing the shutdown and closing the port. */
  stopPause: number;
  /** The mail server; null: none. Development then shows the mails at `/dev/outbox`. */
  smtpUrl: string | null;
  /** The sender of all mails. */
  mailFrom: string;
  /** The address where members reply to moderators. */
  contact: string;
  /** Whether opening a magic link signs in, or pressing a button does: some members' mail scanners open links (D10). */
  magicLinkMode: 'auto' | 'confirm';
  /** Scheduled backups; null: none, the operator makes them by hand. */
  backups: BackupPlan | null;
  /** The backup that fills an empty database at startup; null: none. */
  restoreFrom: string | null;
  /** The bearer token for `/metrics`; null: only this machine may read them. */
  metricsToken: string | null;
  /** The quiz's speech provider (D44); null: each visitor's browser speaks. */
  elevenLabs: { url: URL; key: string } | null;
  logLevel: string;
  /** Whether to validate responses against the contract before sending; tests do. */
  checkAnswers: boolean;
  /** The bounds of admission control (D78). */
  admission: Record<keyof typeof serverLimits.admission, number>;
}

/** The environment is invalid; the message lists every problem. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Our variables that other programs read: the variables file, the tests' browser, the moderator, the renderer. */
const otherNames = ['ENV_FILE', 'CHROME_PATH', 'MODERATOR', 'RENDER_UNISOLATED'];

/** The hash of this bundle's sources, which `scripts/build-servers.js` writes beside it. Sources that run directly have none. */
function ownBuild(): string {
  try {
    return readFileSync(path.join(import.meta.dirname, '.version'), 'utf8').slice(0, 12);
  } catch {
    return 'development';
  }
}

/** The configuration of this process. Its own variables take precedence over those of `.env`. */
export function configFromEnvironment(options?: ConfigOptions): Config {
  return readConfig(readEnvironment(process.env), options);
}

export interface ConfigOptions {
  /** Seeds an empty database with the demo community unless `SEED_DEMO` says otherwise; never in production. */
  demo?: boolean;
}

/**
 * Reads the configuration.
 *
 * @throws {ConfigError} listing every invalid variable and every name that is probably misspelt
 */
export function readConfig(sources: EnvironmentSources, { demo = false }: ConfigOptions = {}): Config {
  // An empty variable counts as unset, as in `PORT= npm start`.
  const all = Object.entries({ ...sources.file, ...sources.variables });
  const result = Environment.safeParse(Object.fromEntries(all.filter(([, value]) => value !== '')));
  const problems = misspelledNames(sources, [...Object.keys(Environment.shape), ...otherNames]);
  if (!result.success)
    problems.push(...result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`));
  const publicUrl = new URL(result.data?.PUBLIC_URL ?? `http://localhost:${result.data?.PORT ?? 3000}`);
  if (publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname))
    problems.push('  PUBLIC_URL: must begin with https:// for every host but localhost');
  if (result.data?.NODE_ENV === 'production' && result.data.TRUSTED_PROXY_HOPS === undefined) {
    // Without it every rate limit would count the proxy as the client, or trust a forged header.
    problems.push('  TRUSTED_PROXY_HOPS: must say how many of your proxies stand in front; 0 for none');
  }
  if (!result.success || problems.length > 0)
    throw new ConfigError(`These environment variables do not fit:\n${problems.join('\n')}`);
  const { data } = result;
  const production = data.NODE_ENV === 'production';
  return {
    production,
    host: data.HOST,
    port: data.PORT,
    socketPath: data.SOCKET_PATH === undefined ? null : path.resolve(rootDir, data.SOCKET_PATH),
    publicUrl,
    mongodbUri: data.MONGODB_URI ?? null,
    dataDir: path.resolve(rootDir, data.DATA_DIR),
    siteStore: addressOf(data.SITE_STORE),
    siteEnvironment: data.SITE_ENVIRONMENT,
    remoteOrigins: data.REMOTE_ORIGINS,
    renderAhead: data.RENDER_AHEAD ?? true,
    devPages: data.DEV_PAGES ?? false,
    publishing: data.PUBLISHING ?? false,
    quarantine: data.QUARANTINE ?? false,
    canaryMargin: data.CANARY_MARGIN,
    seedDemo: data.SEED_DEMO ?? (demo && !production),
    brand: { site: data.SITE_NAME, product: data.PRODUCT_NAME },
    trustedProxyHops: data.TRUSTED_PROXY_HOPS ?? 0,
    trustedProxyHeader: data.TRUSTED_PROXY_HEADER,
    limitFactor: data.LIMIT_FACTOR,
    maxConnections: data.MAX_CONNECTIONS,
    build: data.BUILD ?? ownBuild(),
    stopPause: (data.STOP_PAUSE_SECONDS ?? (production ? 5 : 0)) * second,
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? `${data.SITE_NAME} <no-reply@${publicUrl.hostname}>`,
    contact: data.CONTACT_EMAIL ?? `hello@${publicUrl.hostname}`,
    magicLinkMode: data.MAGIC_LINK_MODE,
    backups:
      data.BACKUP_DIR === undefined
        ? null
        : {
            address: addressOf(data.BACKUP_DIR),
            every: data.BACKUP_EVERY_HOURS * hour,
            keep: data.BACKUP_KEEP,
          },
    restoreFrom: data.RESTORE_FROM === undefined ? null : addressOf(data.RESTORE_FROM),
    metricsToken: data.METRICS_TOKEN ?? null,
    elevenLabs:
      data.ELEVENLABS_API_KEY === undefined
        ? null
        : { url: new URL(data.ELEVENLABS_URL), key: data.ELEVENLABS_API_KEY },
    logLevel: data.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    checkAnswers: false,
    admission: {
      ...serverLimits.admission,
      ...(data.ADMISSION_WAIT_SECONDS && { waitMs: data.ADMISSION_WAIT_SECONDS * second }),
    },
  };
}

/** Whether a host name or address is this machine itself. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
  );
}

/** The absolute path of a folder, or the unchanged address of a bucket. */
const addressOf = (text: string): string => (isBucket(text) ? text : path.resolve(rootDir, text));
