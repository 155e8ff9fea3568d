import type Koa from 'koa';
import { day } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';

/**
 * The session cookie (D11): `__Host-sid`, Secure, over https; plain `sid` only where the site is reached by http on
 * this machine, because browsers would refuse the other one there.
 */
export function sessionCookie({ publicUrl }: { publicUrl: URL }) {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? '__Host-sid' : 'sid';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    name,
    read(ctx: Koa.Context): string | undefined {
      return ctx.cookies.get(name);
    },
    set(ctx: Koa.Context, token: string): void {
      write(ctx, token, serverLimits.session.totalDays * day);
    },
    clear(ctx: Koa.Context): void {
      write(ctx, null, 0);
    },
  };

  function write(ctx: Koa.Context, value: string | null, maxAge: number): void {
    ctx.cookies.set(name, value, { ...options, maxAge, overwrite: true });
  }
}
