import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { StoreFiles } from './store-files.ts';

/** Retries of a write that conflicted with a concurrent one. */
const mostConflicts = 10;

/**
 * A store in a bucket of S3 or a compatible server that supports `If-None-Match` and `If-Match` on PUT. Region, keys and endpoint are
 * configured by the SDK's variables: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL_S3` and so on.
 */
export class Bucket implements StoreFiles {
  readonly dir = null;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #client: S3Client;

  /**
   * @param bucket its name
   * @param prefix key prefix of the store: empty, or ending with a slash
   */
  constructor(bucket: string, prefix: string) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
    // The SDK warns about future Node versions on stderr, which would not be JSON.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.#client = new S3Client({
      // Other providers rarely support a host name per bucket.
      forcePathStyle: Boolean(AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL),
      // Without timeouts an unresponsive bucket would block callers for ever.
      requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true },
      // Not every provider supports the SDK's checksums; requests are signed over the hash of the body anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  #key(file: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + file };
  }

  async read(file: string): Promise<Buffer | null> {
    return (await this.#get(file))?.content ?? null;
  }

  async #get(file: string): Promise<{ content: Buffer; etag: string | undefined } | null> {
    try {
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#key(file)));
      return { content: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag };
    } catch (error) {
      // A missing bucket is an error, not an empty store.
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
      throw error;
    }
  }

  async create(file: string, text: string | Buffer): Promise<boolean> {
    const content = Buffer.from(text);
    for (let tries = 1; ; tries += 1) {
      if (await this.#put(file, content, { IfNoneMatch: '*' })) return true;
      const there = await this.read(file);
      // Possibly our own first attempt, whose response was lost. If it no longer exists, it was being removed.
      if (there !== null || tries === mostConflicts) return there?.equals(content) ?? false;
    }
  }

  /** @returns whether the condition held */
  async #put(
    file: string,
    content: Buffer,
    condition: { IfNoneMatch?: string; IfMatch?: string } = {},
    isFinal = condition.IfNoneMatch !== undefined,
  ): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#client.send(
          new PutObjectCommand({
            ...this.#key(file),
            ...condition,
            Body: content,
            ContentType: typeOf(file),
            ContentEncoding: encodingOf(file),
            // Lets a CDN in front of the bucket cache immutable files.
            CacheControl: isFinal ? 'public, max-age=31536000, immutable' : 'no-cache',
          }),
        );
        return true;
      } catch (error) {
        const status = statusOf(error);
        if (status === 412 || (status === 404 && condition.IfMatch)) return false;
        // A concurrent write of the same file; retry to learn who was first.
        if (status !== 409 || tries === mostConflicts) throw error;
      }
    }
  }

  async replace(file: string, text: string): Promise<void> {
    await this.#put(file, Buffer.from(text));
  }

  async mend(file: string, content: Buffer): Promise<void> {
    await this.#put(file, content, {}, true);
  }

  async list(folder: string): Promise<string[]> {
    const { files, folders } = await this.#listed(folder, '/');
    return [...files, ...folders.map((name) => name.slice(0, -1))].sort();
  }

  async filesIn(folder: string): Promise<string[]> {
    return (await this.#listed(folder)).files.sort();
  }

  async #listed(folder: string, delimiter?: string) {
    const Prefix = this.#prefix + (folder === '' || folder.endsWith('/') ? folder : `${folder}/`);
    const own = (key = '') => key.slice(Prefix.length);
    const files: string[] = [];
    const folders: string[] = [];
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix,
          Delimiter: delimiter,
          ContinuationToken: token,
        }),
      );
      files.push(...(page.Contents ?? []).map(({ Key }) => own(Key)));
      folders.push(...(page.CommonPrefixes ?? []).map((common) => own(common.Prefix)));
      token = page.NextContinuationToken;
    } while (token);
    return { files, folders };
  }

  async writtenAt(file: string): Promise<number | null> {
    try {
      const { LastModified } = await this.#client.send(new HeadObjectCommand(this.#key(file)));
      return LastModified?.getTime() ?? null;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  /** Rewrites an immutable file only if it exists, so that a concurrent removal is not undone. */
  async renew(file: string): Promise<boolean> {
    const there = await this.#get(file);
    if (!there) return false;
    if (await this.#put(file, there.content, { IfMatch: there.etag }, true)) return true;
    return (await this.writtenAt(file)) !== null;
  }

  /** Uploads file by file, the record last: an interrupted upload does not count and can be resumed. */
  async publish(folder: string, from: string, record: { name: string; text: string }): Promise<boolean> {
    const entries = await readdir(from, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
    const write = async (file: string) => {
      const name = folder + file.split(path.sep).join('/');
      if (!(await this.create(name, await readFile(path.join(from, file)))))
        throw new Error(`${name} is in the bucket with another content. It is left as it is.`);
    };
    for (const file of files) await write(file);
    const isNew = await this.create(folder + record.name, record.text);
    // A concurrent clean-up may remove files until the record exists.
    const there = new Set(await this.filesIn(folder));
    for (const file of files) if (!there.has(file.split(path.sep).join('/'))) await write(file);
    return isNew;
  }

  /** Removes only the records: the files stay available until they are deleted. */
  async setAside(folders: readonly string[], record: string): Promise<() => Promise<void>> {
    for (const folder of folders) await this.#delete(folder + record);
    return async () => {
      for (const folder of folders) await this.#removeUnlessPublished(folder, record);
    };
  }

  /** The files are still there; only the record is restored. */
  async republishAssets(): Promise<void> {}

  async sweep(folders: readonly string[], record: string, before: number): Promise<void> {
    for (const folder of folders) {
      const [file] = await this.filesIn(folder);
      const written = file === undefined ? null : await this.writtenAt(folder + file);
      if (written !== null && written < before) await this.#removeUnlessPublished(folder, record);
    }
  }

  async #removeUnlessPublished(folder: string, record: string): Promise<void> {
    for (const file of await this.filesIn(folder)) {
      // It may have been republished meanwhile.
      if ((await this.writtenAt(folder + record)) !== null) return;
      await this.#delete(folder + file);
    }
  }

  /** Removes a file, or a folder with all that is in it. */
  async remove(name: string): Promise<void> {
    for (const file of await this.filesIn(name)) await this.#delete(`${name}/${file}`);
    await this.#delete(name);
  }

  async #delete(file: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#key(file)));
  }
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const encodings: Record<string, string> = { '.br': 'br', '.gz': 'gzip' };
const encodingOf = (file: string) => encodings[path.extname(file)];
const typeOf = (file: string) =>
  types[path.extname(encodingOf(file) ? file.slice(0, -path.extname(file).length) : file)];
