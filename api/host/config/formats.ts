import { isIP } from 'node:net';
import { Ajv } from 'ajv';
import { isEmail } from '#schemas/texts/formats.ts';
import { parseNetworks, parseProxies } from './proxies.ts';
import { parseDuration, parseSize } from './units.ts';

/**
 * AJV instance for the environment: reports all errors, coerces numbers, applies defaults. Skips validating our own
 * schema, because compiling the meta schema would take longer than everything else.
 */
export const environmentAjv = new Ajv({
  allErrors: true,
  removeAdditional: true,
  useDefaults: true,
  coerceTypes: true,
  meta: false,
  validateSchema: false,
})
  .addFormat('duration', (text) => parseDuration(text) !== undefined)
  .addFormat('size', (text) => parseSize(text) !== undefined)
  .addFormat('proxies', (text) => parseProxies(text) !== undefined)
  .addFormat('networks', (text) => parseNetworks(text) !== undefined)
  .addFormat('host', (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text))
  .addFormat('origin', isOrigin)
  .addFormat('issuer', isIssuer)
  .addFormat('address', isEmail);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocalhost = url !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url?.protocol === 'https:' || (isLocalhost && url.protocol === 'http:');
}
