import type { Config } from '../config/config.ts';

/** Content Security Policy of design 5: own origin only; inline styles only where MUI needs them. */
export function contentPolicy(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ui: 'portal' | 'admin',
): Record<string, string[]> {
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
