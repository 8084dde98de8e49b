import { isIP } from 'node:net';
import type { Ajv } from 'ajv';
import { parseProxies } from './proxies.ts';
import { parseDuration, parseSize } from './units.ts';

/** Adds the formats that `variables` uses. */
export function withFormats(ajv: Ajv): Ajv {
  return ajv
    .addFormat('duration', (text) => parseDuration(text) !== undefined)
    .addFormat('size', (text) => parseSize(text) !== undefined)
    .addFormat('proxies', (text) => parseProxies(text) !== undefined)
    .addFormat('host', (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text))
    .addFormat('origin', isOrigin);
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}
