import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';

/**
 * Returns helmet's security headers with the Content Security Policy of a UI. Computed once: helmet's Fastify plugin
 * computes them per request, which takes a fifth of a small one.
 */
export function securityHeaders(
  config: Pick<Config, 'publicUrl'>,
  ui: 'portal' | 'admin',
): ReturnType<ServerResponse['getHeaders']> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const add = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config, ui) },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
  });
  add(response.req, response, (error) => {
    if (error) throw error;
  });
  return { ...response.getHeaders() };
}

/** Content Security Policy of design 5: own origin only; inline styles only where MUI needs them. */
function contentPolicy({ publicUrl }: Pick<Config, 'publicUrl'>, ui: 'portal' | 'admin'): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ui === 'admin' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
}
