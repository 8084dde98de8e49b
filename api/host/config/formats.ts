import { isIP } from 'node:net';
import { Ajv } from 'ajv';
import { isAddress } from '#schemas/texts/texts.ts';
import { parseNetworks, parseProxies } from './proxies.ts';
import { parseDuration, parseSize } from './units.ts';

/**
 * What checks the environment: all faults at once, texts turned into numbers, defaults put in. The schema is our own, so
 * it is not itself checked against the meta schema: compiling that would take longer than all the rest.
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
  .addFormat('address', isAddress);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url?.protocol === 'https:' || (isHere && url.protocol === 'http:');
}
