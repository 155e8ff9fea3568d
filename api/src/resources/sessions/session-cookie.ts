import type Koa from 'koa';
import { day, second } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';

/**
 * The session cookie (D11): `__Host-sid`, Secure, over https; plain `sid` only where the site is reached by http on
 * this machine, because browsers would refuse the other one there.
 */
export function sessionCookie({ publicUrl }: { publicUrl: URL }) {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? '__Host-sid' : 'sid';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read(ctx: Koa.Context): string | undefined {
      return ctx.cookies.get(name);
    },
    set(ctx: Koa.Context, token: string): void {
      const maxAge = (serverLimits.session.totalDays * day) / second;
      ctx.append('Set-Cookie', `${name}=${token}; ${attributes}; Max-Age=${maxAge}`);
    },
    clear(ctx: Koa.Context): void {
      ctx.append('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`);
    },
  };
}
