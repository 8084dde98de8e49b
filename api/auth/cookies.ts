import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../host/config/config.ts';

type Site = Pick<Config, 'publicUrl'>;

/** One cookie of ours. */
export interface OwnCookie {
  name: string;
  /** What the browser sent under its name. */
  read(request: FastifyRequest): string | undefined;
  /** Sets it for so many milliseconds. */
  set(reply: FastifyReply, value: string, milliseconds: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * A cookie that is bound to this very host: under https its name begins with `__Host-`, so that no other host of the domain and no
 * answer by http sets one like it (design 5). Scripts do not see it unless it is `isReadable`; a `signed` one is sent back as it was set.
 */
export function ownCookie(
  name: string,
  { publicUrl }: Site,
  { isReadable = false, signed = false }: { isReadable?: boolean; signed?: boolean } = {},
): OwnCookie {
  const secure = publicUrl.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : name;
  // A browser drops a __Host- cookie only by one that has these as well.
  const options: CookieSerializeOptions = { path: '/', httpOnly: !isReadable, sameSite: 'lax', secure };
  return {
    name: fullName,
    read: (request) => {
      const value = request.cookies[fullName];
      if (value === undefined || !signed) return value;
      return request.unsignCookie(value).value ?? undefined;
    },
    set: (reply, value, milliseconds) =>
      reply.setCookie(fullName, value, { ...options, signed, maxAge: Math.round(milliseconds / 1_000) }),
    clear: (reply) => reply.clearCookie(fullName, options),
  };
}
