import type Koa from 'koa';
import { day } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';

interface SiteCookie {
  name: string;
  read(ctx: Koa.Context): string | undefined;
  set(ctx: Koa.Context, value: string): void;
  clear(ctx: Koa.Context): void;
}

/** The session cookie (D11). */
export function sessionCookie(config: { publicUrl: URL }): SiteCookie {
  return siteCookie(config, 'sid', serverLimits.session.totalDays * day);
}

/**
 * An HttpOnly cookie: `__Host-…` and Secure over https. Over plain http on loopback it has the plain name, because browsers
 * refuse Secure cookies there.
 *
 * @param maxAge milliseconds
 */
export function siteCookie({ publicUrl }: { publicUrl: URL }, plain: string, maxAge: number): SiteCookie {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? `__Host-${plain}` : plain;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, overwrite: true } as const;
  return {
    name,
    read: (ctx) => ctx.cookies.get(name),
    set: (ctx, value) => void ctx.cookies.set(name, value, { ...options, maxAge }),
    clear: (ctx) => void ctx.cookies.set(name, null, { ...options, maxAge: 0 }),
  };
}
