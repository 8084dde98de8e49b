import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';
import { contentPolicy } from './content-policy.ts';

/**
 * What helmet adds to an answer, and the content policy of that UI. Made once: as a plugin of Fastify helmet makes it anew
 * for each request, which takes a fifth of what a small one costs.
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
