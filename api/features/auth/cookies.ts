import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';

type Site = Pick<Config, 'publicUrl'>;

/** A cookie of this application. */
export interface DefinedCookie {
  name: string;
  /** Returns the value the browser sent. */
  read(request: FastifyRequest): string | undefined;
  /** Sets the cookie with a lifetime in milliseconds. */
  set(reply: FastifyReply, value: string, milliseconds: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * Defines a cookie bound to this host: with https its name has the `__Host-` prefix, so that neither another host of
 * the domain nor a plain http response can set it (design 5). Scripts cannot read it (HttpOnly) unless `isReadable`; a
 * `signed` cookie is protected against tampering.
 */
export function defineCookie(
  name: string,
  { publicUrl }: Site,
  { isReadable = false, signed = false }: { isReadable?: boolean; signed?: boolean } = {},
): DefinedCookie {
  const secure = publicUrl.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : name;
  // Browsers delete a __Host- cookie only if these attributes match.
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
