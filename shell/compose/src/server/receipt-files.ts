import type Koa from 'koa';
import { integrityOf } from '../store/integrity.ts';
import { receiptFile } from '../store/receipt-file.ts';
import type { StoreFiles } from '../store/store-files.ts';

/** The address of a version's receipt, for the decision to promote it. */
export const receiptPath = /^\/dev\/receipts\/([a-z-]+)\/(\d[\w.+-]*)$/;

/** Sends the receipt of a version. */
export async function sendReceipt(
  ctx: Koa.Context,
  next: Koa.Next,
  files: Pick<StoreFiles, 'read'>,
  { name, version }: { name: string; version: string },
): Promise<void> {
  const receipt = (await files.read(receiptFile(name, version)))?.toString();
  if (receipt === undefined) return next();
  ctx.state.route = 'GET /dev/receipts/:name/:version';
  ctx.set(receiptHeaders(receipt));
  ctx.type = 'html';
  ctx.body = receipt;
}

/** Headers of a receipt, which runs and fetches nothing: its styles and pictures are inline. */
function receiptHeaders(receipt: string): Record<string, string> {
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(receipt) ?? [];
  const only = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${only}; style-src '${integrityOf(styles)}'; img-src data:`,
  };
}
