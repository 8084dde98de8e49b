import type { FastifyServerOptions } from 'fastify';
import type { Config } from './config/config.ts';

/** One JSON line for each request with its id; nothing that signs anybody in is ever in it. */
export function loggerOptions({ logLevel }: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        'res.headers["set-cookie"]',
        '*.token',
        '*.challenge',
        '*.secretKey',
      ],
      censor: '[redacted]',
    },
  };
}
